using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Sockets;

namespace Genie.Datagrams.Tests;

/// <summary>A host with several addresses, of which the loopback interface has many.</summary>
public sealed class SeveralAddressTests
{
    private static readonly TimeSpan Bound = TimeSpan.FromMinutes(1);

    [SkippableTheory]
    [InlineData("0.0.0.0", "127.0.0.1", false)]
    [InlineData("0.0.0.0", "127.0.0.2", false)]
    [InlineData("0.0.0.0", "127.0.0.2", true)]
    [InlineData("::", "::1", true)]
    public void An_endpoint_at_all_addresses_answers_from_the_one_that_was_called(string listen, string called, bool isEncrypted)
    {
        Skip.If(!OperatingSystem.IsLinux() || (listen == "::" && !Socket.OSSupportsIPv6), "It is Linux that has these addresses, and IPv6 only where that is on.");
        var options = new DatagramOptions { Security = isEncrypted ? TestSecurity.ByKey : null };
        var echo = new RecordingHandler(echoes: true);
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Parse(listen), 0), echo, options);
        server.Start();
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, options, new IPEndPoint(IPAddress.Parse(listen), 0));
        client.Start();
        var connection = client.Connect(new IPEndPoint(IPAddress.Parse(called), server.LocalAddress.Port));

        // Runs of one size go as segments, which name the address once for all.
        for (var i = 0; i < 100; i++) connection.Send(new byte[1_000], DeliveryMode.ReliableOrdered);
        Assert.True(SpinWait.SpinUntil(() => handler.Messages.Count == 100 || !handler.Disconnected.IsEmpty, Bound));
        Assert.Equal(100, handler.Messages.Count);
    }

    [SkippableTheory]
    [InlineData("0.0.0.0", "127.0.0.2")]
    [InlineData("0.0.0.0", "127.0.0.1")]
    [InlineData("::", "::1")]
    public void A_stranger_is_answered_from_the_address_that_he_called(string listen, string called)
    {
        Skip.If(!(OperatingSystem.IsLinux() && Environment.Is64BitProcess) || (listen == "::" && !Socket.OSSupportsIPv6), "recvmmsg and sendmmsg are called on 64-bit Linux only.");
        var family = IPAddress.Parse(called).AddressFamily;
        var raw = new Socket(family, SocketType.Dgram, ProtocolType.Udp) { Blocking = false };
        raw.Bind(new IPEndPoint(IPAddress.Parse(listen), 0));
        using var socket = new LinuxUdpSocket(raw, new DatagramOptions());
        using var stranger = new Socket(family, SocketType.Dgram, ProtocolType.Udp) { ReceiveTimeout = (int)Bound.TotalMilliseconds };

        // Connected, it takes nothing from any other address.
        stranger.Connect(new IPEndPoint(IPAddress.Parse(called), ((IPEndPoint)raw.LocalEndPoint!).Port));
        stranger.Send([1, 2, 3]);
        DatagramAddress from = default;
        Assert.True(SpinWait.SpinUntil(() => socket.TryReceive(out _, out from), Bound));
        Assert.Equal(DatagramAddress.From(new IPEndPoint(IPAddress.Parse(called), 0)).Address, from.Local);
        for (byte i = 0; i < 3; i++) socket.Send([i, 9], from);
        socket.Flush();
        var buffer = new byte[10];
        for (byte i = 0; i < 3; i++) Assert.Equal([i, 9], buffer[..stranger.Receive(buffer)]);
    }
}
