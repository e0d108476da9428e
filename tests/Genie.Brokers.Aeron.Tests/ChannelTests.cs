using Genie.Brokers.Aeron.Tests.Servers;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Aeron.Tests;

/// <summary>IPC and UDP, logs that turn many times, messages of many frames, through each client.</summary>
[Collection(AeronServersDefinition.Name)]
public sealed class ChannelTests(AeronServers servers, ITestOutputHelper output)
{
    // The smallest term that Aeron takes: a few hundred messages turn the log.
    private const int SmallTermBytes = 64 * 1024;

    private static readonly string[] Channels = ["ipc", "udp"];

    public static IEnumerable<object[]> Pairs =>
        from listener in Clients.Built from sender in Clients.Built from channel in Channels select new object[] { listener, sender, channel };

    public static TheoryData<string> Built => [.. Clients.Built];

    [SkippableTheory]
    [MemberData(nameof(Pairs))]
    public async Task Every_client_understands_every_other(string listening, string sending, string channel)
    {
        var options = await OptionsAsync(channel);
        await using var listener = Clients.Create(listening, options);
        await using var sender = Clients.Create(sending, options);
        await using var listen = await listener.ListenAsync("pair", new ListenOptions(), Exchanges.Echo, default);
        await using var connection = await sender.ConnectAsync("pair", new ConnectionOptions(), default);
        await Exchanges.ExpectAnswersAsync(connection);
        await Task.WhenAll(Enumerable.Range(0, 200).Select(async _ => await Exchanges.ExpectAnswersAsync(connection, [1, 5000])));
    }

    [SkippableTheory]
    [MemberData(nameof(Pairs))]
    public async Task Messages_of_any_size_arrive_unchanged_while_the_logs_turn(string listening, string sending, string channel)
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var options = (await OptionsAsync(channel)) with { TermBytes = SmallTermBytes };
        await using var listener = Clients.Create(listening, options);
        await using var sender = Clients.Create(sending, options);
        await using var listen = await listener.ListenAsync("turns", new ListenOptions(), Exchanges.Echo, default);
        await using var connection = await sender.ConnectAsync("turns", new ConnectionOptions(), default);
        var largest = (int)sender.Traits.MaxPayloadBytes;

        // Some 2 MiB: each of the three terms is written ten times, and the messages end nowhere near the terms' ends.
        for (var i = 0; i < 60; i++)
        {
            var lengths = Enumerable.Range(0, 8).Select(_ => random.Next(4) == 0 ? random.Next(64) : random.Next(largest + 1)).ToArray();
            await Task.WhenAll(lengths.Select(async length => await Exchanges.ExpectAnswersAsync(connection, [length])));
        }
    }

    [SkippableTheory]
    [MemberData(nameof(Pairs))]
    public async Task A_stalled_listener_holds_senders_up_and_loses_nothing(string listening, string sending, string channel)
    {
        var options = (await OptionsAsync(channel)) with { TermBytes = SmallTermBytes };
        await using var listener = Clients.Create(listening, options);
        await using var sender = Clients.Create(sending, options);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var numbers = new Numbers();
        await using var listen = await listener.ListenAsync(
            "stalled", new ListenOptions { Prefetch = 4 },
            async (message, reply, token) =>
            {
                await gate.Task.WaitAsync(token);
                await numbers.Handler(message, reply, token);
            },
            default);
        await using var connection = await sender.ConnectAsync("stalled", new ConnectionOptions { MaxInFlight = 16, RequestTimeout = TimeSpan.FromSeconds(1) }, default);
        var sent = 0;
        var refused = await Assert.ThrowsAsync<RequestTimeoutException>(async () =>
        {
            for (; sent < 10_000; sent++) await connection.SendAsync(Numbers.Message(sent, 1000), default);
        });
        Assert.True(refused.IsTransient);
        Assert.InRange(sent, 17, 9_999);
        await Assert.ThrowsAsync<RequestTimeoutException>(async () => await connection.FlushAsync(default));

        gate.SetResult();
        await numbers.ExpectInOrderAsync(sent);
        await connection.FlushAsync(default);
    }

    [SkippableTheory]
    [MemberData(nameof(Built))]
    public async Task A_publication_that_has_no_position_left_is_followed_by_another(string client)
    {
        const int Messages = 200;

        // Each publication begins in the last of its 2^31 terms, with room for some ten messages.
        var options = (await servers.OptionsAsync()) with
        {
            Channel = "aeron:ipc?init-term-id=0|term-id=2147483647|term-offset=64000",
            ReplyChannel = "aeron:ipc",
            TermBytes = SmallTermBytes,
        };
        await using var broker = Clients.Create(client, options);
        var numbers = new Numbers();
        await using var listen = await broker.ListenAsync("last-term", new ListenOptions(), numbers.Handler, default);
        await using var connection = await broker.ConnectAsync("last-term", new ConnectionOptions(), default);
        for (var i = 0; i < Messages; i++) await connection.SendAsync(Numbers.Message(i), default);
        await connection.FlushAsync(default);
        await numbers.ExpectAllAsync(Messages);
    }

    private async Task<AeronOptions> OptionsAsync(string channel)
    {
        var options = await servers.OptionsAsync();
        return channel == "ipc" ? options : options with { Channel = $"aeron:udp?endpoint=127.0.0.1:{Genie.Servers.Ports.PickFree()}" };
    }
}
