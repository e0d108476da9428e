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
