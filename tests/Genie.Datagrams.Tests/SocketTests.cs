using System.Net;

namespace Genie.Datagrams.Tests;

/// <summary>Real sockets on loopback, over all transports alike.</summary>
public sealed class SocketTests
{
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(30);

    public static TheoryData<string, bool> Transports => TestTransport.Kinds;

    public static TheoryData<string> Names => [.. TestTransport.All];

    [Theory]
    [MemberData(nameof(Transports))]
    public void Messages_go_both_ways_and_handshake_data_too(string transport, bool isEncrypted)
    {
        var options = Options(transport, isEncrypted);
        var serverHandler = new RecordingHandler(echoes: true) { Decides = data => (data is not [42], [7, 8]) };
        var clientHandler = new RecordingHandler();
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, options);
        using var client = DatagramEndpoint.OpenClient(clientHandler, options);
        server.Start();
        client.Start();
        var link = client.Connect(server.LocalAddress.ToEndPoint(), [42]);
        var random = new Random(1);
        List<byte[]> sent = [];
        for (var i = 0; i < 200; i++)
        {
            var message = new byte[i % 20 == 0 ? 6_000 : i];
            random.NextBytes(message);
            sent.Add(message);
            link.Send(message, DeliveryMode.ReliableOrdered, channel: 5);
        }

        WaitFor(() => clientHandler.Messages.Count == 200);
        Assert.Equal(sent, clientHandler.Messages.Select(message => message.Bytes));
        Assert.Equal([7, 8], Assert.Single(clientHandler.Connected).Data);
        Assert.Equal([42], Assert.Single(serverHandler.Connected).Data);
        Assert.Equal(5, clientHandler.Messages.First().Info.Channel);

        link.Disconnect([9]);
        WaitFor(() => serverHandler.Disconnected.Count == 1 && clientHandler.Disconnected.Count == 1);
        Assert.Equal((DisconnectReason.Remote, (byte)9), (serverHandler.Disconnected.First().Reason, serverHandler.Disconnected.First().Data[0]));
        Assert.Equal(DisconnectReason.Local, clientHandler.Disconnected.First().Reason);
        Assert.Throws<ConnectionClosedException>(() => link.Send([1], DeliveryMode.Unreliable));
        Assert.Equal(0, server.ConnectionCount);
    }

    [Theory]
    [MemberData(nameof(Transports))]
    public void A_refused_client_learns_why(string transport, bool isEncrypted)
    {
        var options = Options(transport, isEncrypted);
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler { Decides = _ => (true, [3]) }, options);
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, options);
        server.Start();
        client.Start();
        client.Connect(server.LocalAddress.ToEndPoint());
        WaitFor(() => handler.Disconnected.Count == 1);
        Assert.Equal(DisconnectReason.Refused, handler.Disconnected.First().Reason);
        Assert.Equal([3], handler.Disconnected.First().Data);
    }

    [Theory]
    [MemberData(nameof(Transports))]
    public void A_closed_endpoint_says_so(string transport, bool isEncrypted)
    {
        var options = Options(transport, isEncrypted);
        var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler(), options);
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, options);
        server.Start();
        client.Start();
        client.Connect(server.LocalAddress.ToEndPoint());
        WaitFor(() => handler.Connected.Count == 1);
        server.Dispose();
        WaitFor(() => handler.Disconnected.Count == 1);
        Assert.Equal(DisconnectReason.EndpointClosed, handler.Disconnected.First().Reason);
    }

    [Theory]
    [InlineData(TestTransport.Udp)]
    [InlineData(TestTransport.Tcp)]
    public void A_server_with_another_key_is_a_typed_error(string transport)
    {
        using var certificate = TestSecurity.Certificate();
        var security = new DatagramSecurity { Identity = ServerIdentity.FromCertificate(certificate), Trust = ServerTrust.ForName(TestSecurity.Name, [TestSecurity.Authority]) };
        var serverHandler = new RecordingHandler();
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, Options(transport) with { Security = security });
        server.Start();
        foreach (var (trust, problem) in new[]
        {
            (security.Trust, null),
            (TestSecurity.ByKey.Trust, "not the pinned one"),
            (ServerTrust.ForName("other.example.org", [TestSecurity.Authority]), "is not for other.example.org"),
        })
        {
            var handler = new RecordingHandler();
            using var client = DatagramEndpoint.OpenClient(handler, Options(transport) with { Security = new() { Trust = trust } });
            client.Start();
            var link = client.Connect(server.LocalAddress.ToEndPoint());
            WaitFor(() => handler.Connected.Count + handler.Disconnected.Count > 0);
            if (problem is null) Assert.Single(handler.Connected);
            else Assert.Contains(problem, Assert.IsType<ServerNotTrustedException>(link.EndError).Problem, StringComparison.Ordinal);
            if (problem is not null) Assert.Equal(DisconnectReason.Untrusted, link.EndReason);
        }

        Assert.True(serverHandler.Connected.Count <= 1);
    }

    [Theory]
    [InlineData(TestTransport.Udp, true)]
    [InlineData(TestTransport.Udp, false)]
    [InlineData(TestTransport.Tcp, true)]
    [InlineData(TestTransport.Tcp, false)]
    public void A_side_in_the_clear_and_one_that_encrypts_tell_each_other(string transport, bool isServerEncrypted)
    {
        var serverHandler = new RecordingHandler();
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, Options(transport, isServerEncrypted));
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, Options(transport, !isServerEncrypted));
        server.Start();
        client.Start();
        client.Connect(server.LocalAddress.ToEndPoint(), "not to be seen"u8);
        WaitFor(() => handler.Disconnected.Count == 1);
        Assert.Equal(DisconnectReason.SecurityMismatch, handler.Disconnected.First().Reason);
        Assert.Empty(serverHandler.Connected);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_handler_may_dispose_its_endpoint(string transport)
    {
        var serverHandler = new RecordingHandler();
        var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, Options(transport));
        serverHandler.OnReceived = (_, _) => server.Dispose();
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, Options(transport));
        server.Start();
        client.Start();
        var link = client.Connect(server.LocalAddress.ToEndPoint());
        for (var i = 0; i < 100; i++) link.Send([1], DeliveryMode.Unreliable);
        link.Send([1], DeliveryMode.ReliableOrdered);
        WaitFor(() => handler.Disconnected.Count == 1);
        Assert.Contains(handler.Disconnected.First().Reason, new[] { DisconnectReason.EndpointClosed, DisconnectReason.Reset });
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void An_address_in_use_is_a_typed_error(string transport)
    {
        using var first = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler(), Options(transport));
        Assert.True(Assert.Throws<CannotBindEndpointException>(() => DatagramEndpoint.Listen(first.LocalAddress.ToEndPoint(), new RecordingHandler(), Options(transport))).IsTransient);
    }

    [Theory]
    [InlineData(TestTransport.Udp)]
    [InlineData(TestTransport.LiteNetLib)]
    public void An_address_of_the_other_IP_version_is_a_typed_error(string transport)
    {
        using var client = DatagramEndpoint.OpenClient(new RecordingHandler(), Options(transport));
        var error = Assert.Throws<AddressFamilyMismatchException>(() => client.Connect(new IPEndPoint(IPAddress.IPv6Loopback, 7_000)));
        Assert.False(error.IsTransient);
        Assert.Contains("IPAddress.IPv6Any", error.Message, StringComparison.Ordinal);
        Assert.Equal(0, client.ConnectionCount);
    }

    private static DatagramOptions Options(string transport, bool isEncrypted = false) =>
        new DatagramOptions { Security = isEncrypted ? TestSecurity.ByKey : null, ConnectTimeout = Bound, IdleTimeout = TimeSpan.FromMinutes(2), LingerTimeout = Bound }.Over(transport);

    private static void WaitFor(Func<bool> condition) => Assert.True(SpinWait.SpinUntil(condition, Bound), "waited 30 s");
}
