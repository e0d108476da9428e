using System.Globalization;
using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace Genie.Faults.Tests;

/// <summary>A path of packets between two networks, with the kernel's own TCP and UDP at both ends.</summary>
public sealed class PacketPathTests
{
    private const int Port = 4000;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [SkippableFact]
    public async Task A_round_trip_takes_no_less_than_it_says()
    {
        var profile = new NetworkProfile { RoundTrip = TimeSpan.FromMilliseconds(35) };
        await using var path = Create(profile);
        using var ends = new DatagramEnds(path);
        for (var ping = 0; ping < 5; ping++)
        {
            var started = TimeProvider.System.GetTimestamp();
            await ends.Client.SendAsync(new byte[1]);
            await ends.Server.SendToAsync(new byte[1], (await ends.ReceiveAsync()).RemoteEndPoint);
            using var limit = new CancellationTokenSource(Limit);
            await ends.Client.ReceiveAsync(new byte[1], limit.Token);
            Assert.True(TimeProvider.System.GetElapsedTime(started) >= profile.RoundTrip);
        }
    }

    [SkippableTheory]
    [InlineData(0.01)]
    [InlineData(0.03)]
    public async Task As_many_packets_are_lost_as_it_says_and_the_same_seed_loses_the_same(double share)
    {
        const int Packets = 10_000;
        var (first, second) = (await SendAsync(), await SendAsync());
        var lost = Packets - first.Count;

        // Six standard deviations of a binomial distribution.
        Assert.InRange(lost, (Packets * share) - (6 * Math.Sqrt(Packets * share)), (Packets * share) + (6 * Math.Sqrt(Packets * share)));
        Assert.Equal(first, second);

        async Task<List<int>> SendAsync()
        {
            await using var path = Create(new NetworkProfile { Loss = PacketLoss.Uniform(share) });
            using var ends = new DatagramEnds(path);
            var arrived = await ends.CountAsync(Packets, () => path.Counts);
            Assert.Equal((Packets, Packets - arrived.Count), (path.Counts.Datagrams, path.Counts.Lost));
            return arrived;
        }
    }

    [SkippableFact]
    public async Task Packets_come_twice_where_it_says_so()
    {
        await using var path = Create(new NetworkProfile { Duplication = 1 });
        using var ends = new DatagramEnds(path);
        await ends.Client.SendAsync(new byte[] { 7 });
        Assert.Equal(1, (await ends.ReceiveAsync()).ReceivedBytes);
        Assert.Equal(1, (await ends.ReceiveAsync()).ReceivedBytes);
    }

    [SkippableFact]
    public async Task Packets_are_overtaken_where_it_says_so()
    {
        await using var path = Create(new NetworkProfile { Reordering = 1 });
        using var ends = new DatagramEnds(path);
        Assert.Equal([1, 0], await ends.CountAsync(2, () => path.Counts));
    }

    [SkippableFact]
    public async Task What_is_larger_than_a_packet_travels_in_several()
    {
        await using var path = Create(NetworkProfile.Loopback);
        using var ends = new DatagramEnds(path);
        await ends.Client.SendAsync(new byte[3000]);
        Assert.Equal(3000, (await ends.ReceiveAsync()).ReceivedBytes);
        Assert.Equal(3, path.Counts.Datagrams);
    }

    [SkippableFact]
    public async Task TCP_retransmits_what_is_lost_and_all_of_it_arrives()
    {
        await using var path = Create(new NetworkProfile { RoundTrip = TimeSpan.FromMilliseconds(5), Loss = PacketLoss.Uniform(0.03) });
        var sent = new byte[1 << 20];
        new Random(3).NextBytes(sent);
        using var listener = path.Servers.Run(() => Listen());
        using var client = path.Clients.Run(() => new Socket(SocketType.Stream, ProtocolType.Tcp));
        using var limit = new CancellationTokenSource(Limit);
        await client.ConnectAsync(new IPEndPoint(PacketPath.ServerAddress, Port), limit.Token);
        using var server = await listener.AcceptAsync(limit.Token);
        var sending = SendAllAsync(client, sent, limit.Token);
        var received = new byte[sent.Length];
        for (var length = 0; length < received.Length;)
        {
            var read = await server.ReceiveAsync(received.AsMemory(length), limit.Token);
            Assert.True(read > 0);
            length += read;
        }

        await sending;
        Assert.Equal(sent, received);
        Assert.True(path.Counts.Lost > 0);
        Assert.True(path.Clients.Run(RetransmittedSegments) > 0);
    }

    [SkippableFact]
    public async Task Two_at_once_do_not_meet_and_the_machines_own_network_stays_as_it_is()
    {
        var before = Devices();
        await using var one = Create(NetworkProfile.Loopback);
        await using var other = Create(NetworkProfile.Loopback);
        using DatagramEnds oneEnds = new(one), otherEnds = new(other);
        await oneEnds.Client.SendAsync(new byte[1]);
        await otherEnds.Client.SendAsync(new byte[2]);
        Assert.Equal((1, 2), ((await oneEnds.ReceiveAsync()).ReceivedBytes, (await otherEnds.ReceiveAsync()).ReceivedBytes));
        Assert.Equal(before, Devices());
    }

    private static PacketPath Create(NetworkProfile profile)
    {
        var lack = PacketPath.WhyUnavailable();
        Skip.If(lack is not null, $"No path of packets here: {lack}");
        return PacketPath.Create(new PacketPathOptions { Profile = profile });
    }

    private static string[] Devices() => [.. NetworkInterface.GetAllNetworkInterfaces().Select(device => device.Name).Order()];

    private static Socket Listen()
    {
        var listener = new Socket(SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(PacketPath.ServerAddress, Port));
        listener.Listen();
        return listener;
    }

    private static async Task SendAllAsync(Socket socket, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        while (bytes.Length > 0) bytes = bytes[await socket.SendAsync(bytes, cancellationToken)..];
    }

    // Of the calling thread's network; /proc/net is that of the process's first thread.
    private static long RetransmittedSegments()
    {
        var lines = File.ReadAllLines("/proc/thread-self/net/snmp").Where(line => line.StartsWith("Tcp:", StringComparison.Ordinal)).Select(line => line.Split(' ')).ToArray();
        return long.Parse(lines[1][Array.IndexOf(lines[0], "RetransSegs")], CultureInfo.InvariantCulture);
    }
}
