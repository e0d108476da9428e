using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Brokers;
using Genie.Brokers.Redis;
using Genie.Messaging;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class DeadLettersCommandTests
{
    [SkippableFact]
    public async Task Dead_letters_are_listed_and_sent_again()
    {
        Skip.If(ServerUnderTest.WhyUnavailable("redis", RedisServer.IsInstalled) is not null, "no redis server");
        await using var server = await ServerUnderTest.StartAsync("redis", "redis", (folder, port) => RedisServer.StartAsync(folder, port, new RedisSettings(), CancellationToken.None));
        using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(3));
        await using var client = new MessageClient(RedisDrivers.All[0].Create(new RedisOptions { Url = server.Url }));
        await KillAMessageAsync(client, limit.Token);
        string[] target = ["redis", "orders", "--broker-option", $"url={server.Url}", "--broker-option", "take-over-after=1s", "--quiet-time", "5s"];

        var (code, output, error) = await GenieRun.RunAsync(["dead-letters", "list", .. target, "--json"]);
        Assert.True(code == ExitCode.Success, output + error);
        var letter = JsonDocument.Parse(output).RootElement;
        Assert.Equal(("o-17", "no such customer", "MTcgYXBwbGVz"), (letter.GetProperty("id").GetString(), letter.GetProperty("reason").GetString(), letter.GetProperty("body").GetString()));

        (code, output, error) = await GenieRun.RunAsync(["dead-letters", "replay", .. target]);
        Assert.True(code == ExitCode.Success && output.Contains("1 sent again", StringComparison.Ordinal), output + error);
        (code, output, error) = await GenieRun.RunAsync(["dead-letters", "list", .. target]);
        Assert.True(code == ExitCode.Success && output.Contains("0 dead letters", StringComparison.Ordinal), output + error);
    }

    [Fact]
    public async Task A_system_that_keeps_nothing_has_none()
    {
        var (code, _, error) = await GenieRun.RunAsync("dead-letters", "list", "nats", "orders");

        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("keeps no message", error, StringComparison.Ordinal);
    }

    private static async Task KillAMessageAsync(MessageClient client, CancellationToken cancellationToken)
    {
        var dead = new TaskCompletionSource();
        var options = new SubscribeOptions { Failed = _ => dead.TrySetResult() };
        await using var subscription = await client.SubscribeAsync("orders", options, (message, _) =>
        {
            message.DeadLetter("no such customer");
            return ValueTask.CompletedTask;
        }, cancellationToken);
        await using var sender = await client.ConnectAsync("orders", new ConnectionOptions(), cancellationToken);
        await sender.SendAsync(new Message("17 apples"u8.ToArray()) { Id = "o-17" }, cancellationToken);
        await dead.Task.WaitAsync(cancellationToken);
    }
}
