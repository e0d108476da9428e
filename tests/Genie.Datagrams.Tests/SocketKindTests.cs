using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Sockets;

namespace Genie.Datagrams.Tests;

/// <summary>Both ways to the operating system, beside a socket that knows nothing of either.</summary>
public sealed class SocketKindTests
{
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(30);

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void Datagrams_arrive_whole_or_are_counted(bool isBatched)
    {
        Skip.If(isBatched && !(OperatingSystem.IsLinux() && Environment.Is64BitProcess), "recvmmsg and sendmmsg are called on 64-bit Linux only.");
        var options = new DatagramOptions();
        using var socket = Open(isBatched, options);
        using var other = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        other.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        other.ReceiveTimeout = (int)Bound.TotalMilliseconds;
        var random = new Random(3);
        foreach (var length in new[] { 1, options.MaxDatagramBytes, options.MaxDatagramBytes + 1, 9_000, 700 })
        {
            var sent = new byte[length];
            random.NextBytes(sent);
            var before = socket.OversizedDatagrams;
            other.SendTo(sent, socket.LocalAddress.ToEndPoint());
            var (received, from) = Receive(socket);
            Assert.Equal(length > options.MaxDatagramBytes ? [] : sent, received);
            Assert.Equal(length > options.MaxDatagramBytes ? 1 : 0, socket.OversizedDatagrams - before);
            if (received.Length > 0) Assert.Equal(other.LocalEndPoint, from.ToEndPoint());
        }

        byte[] answer = [1, 2, 3];
        socket.Send(answer, DatagramAddress.From((IPEndPoint)other.LocalEndPoint!));
        socket.Flush();
        var buffer = new byte[10];
        Assert.Equal(answer, buffer[..other.Receive(buffer)]);
    }

    [SkippableTheory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void What_is_kept_arrives_in_order_and_each_datagram_for_itself(bool isBatched, bool isBatchedThere)
    {
        Skip.If((isBatched || isBatchedThere) && !(OperatingSystem.IsLinux() && Environment.Is64BitProcess), "recvmmsg and sendmmsg are called on 64-bit Linux only.");
        var options = new DatagramOptions();
        using var socket = Open(isBatched, options);
        using var first = Open(isBatchedThere, options);
        using var second = Open(isBatchedThere, options);

        // Runs of one size, also more than one packet of IP holds, shorter and longer ones between, nothing at all, and another address between.
        var random = new Random(5);
        int[] lengths = [.. Enumerable.Repeat(1_400, 60), 700, 700, 700, 20, 0, 0, 1_000, 1_001, 1_001, 3, .. Enumerable.Range(0, 200).Select(_ => random.Next(1, 4) * 400), 1_472, 1_472];
        var sent = lengths.Select(length => new byte[length]).ToArray();
        foreach (var each in sent) random.NextBytes(each);
        foreach (var part in sent.Chunk(50))
        {
            foreach (var each in part)
            {
                socket.Send(each, first.LocalAddress);
                if (each.Length % 3 == 0) socket.Send(each, second.LocalAddress);
            }

            // No more at once than the sockets' buffers hold.
            socket.Flush();
            foreach (var each in part) Expect(first, each);
            foreach (var each in part.Where(static each => each.Length % 3 == 0)) Expect(second, each);
        }

        void Expect(IDatagramSocket there, byte[] bytes)
        {
            var (received, from) = Receive(there);
            Assert.Equal(bytes, received);
            if (bytes.Length > 0) Assert.Equal(socket.LocalAddress, from);
        }
    }

    [SkippableFact]
    public void Segments_that_the_way_refuses_are_sent_one_by_one()
    {
        Skip.If(!(OperatingSystem.IsLinux() && Environment.Is64BitProcess), "recvmmsg and sendmmsg are called on 64-bit Linux only.");
        var options = new DatagramOptions();
        var raw = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { Blocking = false };
        raw.Bind(new IPEndPoint(IPAddress.Loopback, 0));

        // Without checksums Linux sends no segments (EINVAL): SO_NO_CHECK.
        raw.SetRawSocketOption(1, 11, BitConverter.GetBytes(1));
        using var socket = new LinuxUdpSocket(raw, options);
        using var there = Open(isBatched: false, options);
        for (var round = 0; round < 2; round++)
        {
            for (byte i = 0; i < 5; i++) socket.Send([i, 1, 2, 3], there.LocalAddress);
            socket.Flush();
            for (byte i = 0; i < 5; i++) Assert.Equal([i, 1, 2, 3], Receive(there).Bytes);
        }
    }

    private static (byte[] Bytes, DatagramAddress From) Receive(IDatagramSocket socket)
    {
        for (var started = DateTime.UtcNow; DateTime.UtcNow - started < Bound;)
        {
            if (socket.TryReceive(out var datagram, out var from)) return (datagram.ToArray(), from);
            socket.Wait(TimeSpan.FromMilliseconds(100));
        }

        throw new TimeoutException("waited 30 s");
    }

    private static IDatagramSocket Open(bool isBatched, DatagramOptions options)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { Blocking = false };
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return isBatched ? new LinuxUdpSocket(socket, options) : new UdpSocket(socket, options);
    }
}
