using System.Buffers;
using System.Buffers.Binary;
using Genie.Faults;
using Xunit.Abstractions;

namespace Genie.Brokers.Udp.Tests;

/// <summary>Networks that lose, double and reorder datagrams, and one that is gone for a while.</summary>
public sealed class FaultTests(ITestOutputHelper output)
{
    private const int Messages = 300;
    private const int LargeBytes = 100_000;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);
    private static readonly NetworkProfile Bad = new() { RoundTrip = TimeSpan.FromMilliseconds(4), Loss = PacketLoss.Uniform(0.03), Duplication = 0.05, Reordering = 0.05 };

    public static TheoryData<string> All => Clients.All;

    [Theory]
    [MemberData(nameof(All))]
    public async Task Over_a_bad_network_each_message_arrives_once_and_in_order_large_ones_among_them(string client)
    {
        var options = Clients.FreePort();
        await using var proxy = StartProxy(options);
        await using var listening = Clients.Create(client, options);
        var numbers = new List<int>();
        await using var listener = await listening.ListenAsync("c", new ListenOptions { Concurrency = 1 }, (message, _, _) =>
        {
            numbers.Add(NumberOf(message));
            return ValueTask.CompletedTask;
        }, default);
        await using var connecting = Clients.Create(client, options with { Url = UrlOf(proxy) });
        await using var connection = await connecting.ConnectAsync("c", new ConnectionOptions { RequestTimeout = Limit }, default);
        for (var number = 0; number < Messages; number++) await connection.SendAsync(Numbered(number, number % 50 == 0 ? LargeBytes : 100), default).AsTask().WaitAsync(Limit);
        (await connection.RequestAsync(Numbered(Messages, LargeBytes), default).AsTask().WaitAsync(Limit)).Dispose();
        Assert.Equal(Enumerable.Range(0, Messages + 1), numbers);
        Assert.True(proxy.Counts.Lost > 0, $"{proxy.Counts}");
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task A_peer_that_is_silent_is_given_up_and_found_again(string client)
    {
        var options = Clients.FreePort() with { HeartbeatInterval = TimeSpan.FromMilliseconds(300) };
        await using var proxy = StartProxy(options);
        proxy.Profile = NetworkProfile.Loopback;
        await using var listening = Clients.Create(client, options);
        await using var listener = await listening.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);
        await using var connecting = Clients.Create(client, options with { Url = UrlOf(proxy) });
        await using var connection = await connecting.ConnectAsync("c", new ConnectionOptions { RequestTimeout = Limit }, default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
        proxy.Silence();
        await Assert.ThrowsAsync<LinkLostException>(async () => await connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(Limit));
        proxy.Heal();
        (await connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(Limit)).Dispose();
    }

    private UdpFaultProxy StartProxy(UdpOptions options)
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        return UdpFaultProxy.Start(options.Url.Port, new FaultProxyOptions { Profile = Bad, Seed = seed });
    }

    private static Uri UrlOf(UdpFaultProxy proxy) => new($"udp://{proxy.EndPoint}");

    private static byte[] Numbered(int number, int bytes)
    {
        var message = new byte[bytes];
        BinaryPrimitives.WriteInt32BigEndian(message, number);
        return message;
    }

    private static int NumberOf(in ReadOnlySequence<byte> message) => BinaryPrimitives.ReadInt32BigEndian(message.FirstSpan);
}
