using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Brokers.Conformance;
using Genie.Brokers.RabbitMQ.Official;
using Genie.Servers;

namespace Genie.Brokers.RabbitMQ.Tests;

/// <summary>The node killed as a crash would, and what is left of it.</summary>
[Collection(RabbitMQServerTests.Name)]
public sealed class RabbitMQCrashTests(RabbitMQServerFixture fixture)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    [SkippableFact]
    public async Task Pending_requests_and_sends_fail_at_once_when_the_server_dies()
    {
        fixture.RequireOwn();
        var channel = $"crash-{Guid.NewGuid():n}";
        await using var broker = new RabbitMQBroker(fixture.Options);
        await using var listener = await broker.ListenAsync(
            channel, new ListenOptions { Concurrency = 4 }, (_, _, token) => new ValueTask(Task.Delay(System.Threading.Timeout.Infinite, token)), default);

        // An hour: only the loss of the link can end them.
        await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        var requests = Enumerable.Range(0, 20).Select(_ => connection.RequestAsync(new byte[10], default).AsTask()).ToArray();
        await connection.FlushAsync(default);
        await fixture.Server.CrashAndRestartAsync(TimeSpan.Zero);
        foreach (var request in requests) await Assert.ThrowsAsync<LinkLostException>(() => request.WaitAsync(Timeout));
        await broker.DeleteChannelAsync(channel, default);
    }

    [SkippableFact]
    public async Task Persisted_messages_outlive_a_crash_with_nobody_listening()
    {
        fixture.RequireOwn();
        const int Messages = 500;
        var channel = $"crash-{Guid.NewGuid():n}";
        await using var broker = new RabbitMQBroker(fixture.Options);
        await (await broker.ListenAsync(channel, new ListenOptions(), static (_, _, _) => ValueTask.CompletedTask, default)).DisposeAsync();
        await Task.Delay(ConformanceSubject.DeclarationIsWritten);
        await using (var connection = await broker.ConnectAsync(channel, new ConnectionOptions { Confirmation = Confirmation.Persisted }, default))
        {
            await Task.WhenAll(Enumerable.Range(0, Messages).Select(async number =>
            {
                var message = new byte[8];
                BinaryPrimitives.WriteInt32LittleEndian(message, number);
                await connection.SendAsync(message, default);
            }));
        }

        await fixture.Server.CrashAndRestartAsync(TimeSpan.Zero);
        var seen = new ConcurrentDictionary<int, int>();
        var all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await broker.ListenAsync(
            channel, new ListenOptions(),
            (message, _, _) =>
            {
                seen.AddOrUpdate(BinaryPrimitives.ReadInt32LittleEndian(message.FirstSpan), 1, static (_, count) => count + 1);
                if (seen.Count == Messages) all.TrySetResult();
                return ValueTask.CompletedTask;
            },
            default);
        await Task.WhenAny(all.Task, Task.Delay(Timeout));
        Assert.Equal(Messages, seen.Count);
        Assert.All(seen.Values, count => Assert.Equal(1, count));
        await broker.DeleteChannelAsync(channel, default);
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_node_that_ends_leaves_no_process_behind(bool inOrder)
    {
        fixture.RequireOwn();
        var folder = Directory.CreateTempSubdirectory("genie-test-rabbitmq-end-").FullName;
        try
        {
            var server = await RabbitMqServer.StartAsync(folder, Ports.PickFree(), null, CancellationToken.None);
            Assert.NotEmpty(ProcessesOf(folder));
            await (inOrder ? server.StopAsync() : server.KillAsync());

            // The kernel ends the port mapper a moment after its parent.
            var watch = Stopwatch.StartNew();
            while (ProcessesOf(folder) is { Length: > 0 } && watch.Elapsed < Timeout) await Task.Delay(50);
            Assert.Empty(ProcessesOf(folder));
            await server.DisposeAsync();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>The processes whose environment names the folder: the node, its helpers and the port mapper.</summary>
    private static string[] ProcessesOf(string folder) =>
    [
        .. Directory.GetDirectories("/proc").Where(process => int.TryParse(Path.GetFileName(process), out _) && ReadOrEmpty(process, "environ").Contains(folder, StringComparison.Ordinal))
            .Select(process => ReadOrEmpty(process, "cmdline")).Where(command => command.Length > 0),
    ];

    private static string ReadOrEmpty(string process, string file)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, file));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
