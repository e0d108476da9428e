using System.Net;

namespace Genie.Datagrams.Tests;

/// <summary>Real sockets: several endpoints in one process, both versions of IP, and a client behind an address translator.</summary>
public sealed class SeveralEndpointTests
{
    private static readonly TimeSpan Bound = TimeSpan.FromMinutes(1);

    [Fact]
    public void Endpoints_of_all_transports_live_side_by_side_with_one_handler_each_side()
    {
        var (serverHandler, clientHandler) = (new RecordingHandler(echoes: true), new RecordingHandler());
        List<DatagramEndpoint> endpoints = [];
        List<DatagramConnection> links = [];
        foreach (var kind in TestTransport.Kinds)
        {
            var options = Options((string)kind[0]) with { Security = (bool)kind[1] ? TestSecurity.ByKey : null };
            var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, options);
            var client = DatagramEndpoint.OpenClient(clientHandler, options);
            server.Start();
            client.Start();
            endpoints.AddRange([client, server]);
            links.Add(client.Connect(server.LocalAddress.ToEndPoint()));
        }

        for (var i = 0; i < 100; i++)
        {
            for (var one = 0; one < links.Count; one++) links[one].Send([(byte)one, (byte)i], DeliveryMode.ReliableOrdered);
        }

        WaitFor(() => clientHandler.Messages.Count == 100 * links.Count);
        for (var one = 0; one < links.Count; one++)
        {
            Assert.Equal(Enumerable.Range(0, 100).Select(i => (byte)i), clientHandler.Messages.Where(message => message.Connection == links[one]).Select(message => message.Bytes[1]));
            Assert.All(clientHandler.Messages.Where(message => message.Connection == links[one]), message => Assert.Equal(one, message.Bytes[0]));
        }

        endpoints.ForEach(endpoint => endpoint.Dispose());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_client_whose_translator_gives_it_another_port_goes_on(bool isEncrypted)
    {
        var options = Options(TestTransport.Udp) with { Security = isEncrypted ? TestSecurity.ByKey : null };
        var (serverHandler, clientHandler) = (new RecordingHandler(echoes: true), new RecordingHandler());
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, options);
        using var client = DatagramEndpoint.OpenClient(clientHandler, options);
        server.Start();
        client.Start();
        using var relay = new MovingRelay(server.LocalAddress.ToEndPoint());
        var link = client.Connect(relay.Address);
        var sent = 0;
        for (var round = 0; round < 3; round++)
        {
            for (var i = 0; i < 20; i++) link.Send([(byte)sent++], DeliveryMode.ReliableOrdered);
            WaitFor(() => clientHandler.Messages.Count == sent);
            WaitFor(() => serverHandler.Connected.First().Connection.RemoteAddress.Port == relay.Port);
            relay.Move();
        }

        Assert.Equal(Enumerable.Range(0, sent).Select(i => (byte)i), clientHandler.Messages.Select(message => message.Bytes[0]));
        Assert.Empty(serverHandler.Disconnected);
        Assert.Single(serverHandler.Connected);
    }

    /// <summary>An endpoint has one version of IP: for both there are two, on the same port if one likes.</summary>
    [Theory]
    [InlineData(TestTransport.Udp)]
    [InlineData(TestTransport.Tcp)]
    public void Two_endpoints_on_one_port_take_clients_of_both_versions_of_IP(string transport)
    {
        var (serverHandler, clientHandler) = (new RecordingHandler(), new RecordingHandler());
        using var six = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.IPv6Any, 0), serverHandler, Options(transport));
        using var four = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Any, six.LocalAddress.Port), serverHandler, Options(transport));
        using var clientOfFour = DatagramEndpoint.OpenClient(clientHandler, Options(transport));
        using var clientOfSix = DatagramEndpoint.OpenClient(clientHandler, Options(transport), new IPEndPoint(IPAddress.IPv6Any, 0));
        foreach (var endpoint in (DatagramEndpoint[])[six, four, clientOfFour, clientOfSix]) endpoint.Start();
        clientOfFour.Connect(new IPEndPoint(IPAddress.Loopback, six.LocalAddress.Port));
        clientOfSix.Connect(new IPEndPoint(IPAddress.IPv6Loopback, six.LocalAddress.Port));
        WaitFor(() => clientHandler.Connected.Count + clientHandler.Disconnected.Count == 2);
        Assert.Equal(2, clientHandler.Connected.Count);
        Assert.Equal((1, 1), (four.ConnectionCount, six.ConnectionCount));
    }

    private static DatagramOptions Options(string transport) => new DatagramOptions { ConnectTimeout = Bound, IdleTimeout = 2 * Bound }.Over(transport);

    private static void WaitFor(Func<bool> condition) => Assert.True(SpinWait.SpinUntil(condition, Bound), "waited a minute");
}
