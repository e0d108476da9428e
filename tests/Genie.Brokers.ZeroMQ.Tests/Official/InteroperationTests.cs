using System.Buffers;
using Genie.Brokers.Drivers;
using Genie.Testing;

namespace Genie.Brokers.ZeroMQ.Tests.Official;

/// <summary>Either driver's clients at the other's listener.</summary>
public sealed class InteroperationTests
{
    private const int Messages = 2_000;

    public static TheoryData<string, string> Pairs => new() { { "wire", "official" }, { "official", "wire" } };

    [Theory]
    [MemberData(nameof(Pairs))]
    public async Task Requests_and_one_way_messages_arrive(string client, string server)
    {
        var options = Brokerless.FreePort();
        await using var listening = Driver(server).Create(options);
        var received = 0;
        await using var listener = await listening.ListenAsync("c", new ListenOptions { Concurrency = 4 }, (message, reply, _) =>
        {
            Interlocked.Increment(ref received);
            foreach (var part in message) reply.Write(part.Span);
            return ValueTask.CompletedTask;
        }, default);
        await using var sending = Driver(client).Create(options);
        await using var connection = await sending.ConnectAsync("c", new ConnectionOptions(), default);
        await Task.WhenAll(Enumerable.Range(0, Messages).Select(async number =>
        {
            var payload = BitConverter.GetBytes(number);
            using var reply = await connection.RequestAsync(payload, default);
            Assert.Equal(payload, reply.Payload.ToArray());
            await connection.SendAsync(payload, default);
        }));
        await connection.FlushAsync(default);
        await Until.TrueAsync(() => Volatile.Read(ref received) == 2 * Messages);
        var large = new byte[1 << 20];
        large[^1] = 1;
        using var answer = await connection.RequestAsync(large, default);
        Assert.Equal(large, answer.Payload.ToArray());
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public async Task Errors_cross_over(string client, string server)
    {
        var options = Brokerless.FreePort();
        await using var listening = Driver(server).Create(options);
        await using var listener = await listening.ListenAsync("c", new ListenOptions(), (_, _, _) => throw new InvalidOperationException("no such place"), default);
        await using var sending = Driver(client).Create(options);
        await using var connection = await sending.ConnectAsync("c", new ConnectionOptions(), default);
        await using var lost = await sending.ConnectAsync("another", new ConnectionOptions(), default);
        var error = await Assert.ThrowsAsync<RemoteHandlerException>(async () => await connection.RequestAsync(new byte[1], default));
        Assert.Contains("no such place", error.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<UnroutableException>(async () => await lost.RequestAsync(new byte[1], default));
    }

    /// <summary>Each PING must be answered: a side that hears nothing for three intervals gives the link up.</summary>
    [Theory]
    [MemberData(nameof(Pairs))]
    public async Task An_idle_link_is_kept_by_heartbeats(string client, string server)
    {
        var options = Brokerless.FreePort() with { HeartbeatInterval = TimeSpan.FromMilliseconds(700) };
        await using var listening = Driver(server).Create(options);
        using var gate = new SemaphoreSlim(0);
        await using var listener = await listening.ListenAsync("c", new ListenOptions(), async (_, _, token) => await gate.WaitAsync(token), default);
        await using var sending = Driver(client).Create(options);
        await using var connection = await sending.ConnectAsync("c", new ConnectionOptions(), default);

        // A link that was given up, after three intervals, would end the request with an error. A busy machine may stop this whole process for a part of that.
        var request = connection.RequestAsync(new byte[1], default).AsTask();
        await Task.Delay(TimeSpan.FromSeconds(5));
        gate.Release();
        (await request).Dispose();
    }

    private static IBrokerDriver Driver(string client) => ZeroMQDrivers.All.Single(driver => driver.Client == client);
}
