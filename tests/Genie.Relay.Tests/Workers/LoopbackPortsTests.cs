using System.Net;
using System.Net.Sockets;
using Genie.Relay.Workers;
using Genie.Servers;

namespace Genie.Relay.Tests.Workers;

public sealed class LoopbackPortsTests
{
    [Fact]
    public async Task A_port_is_taken_by_who_listens_there_and_by_a_connection_that_goes_out_from_there()
    {
        using var listener = new TcpListener(IPAddress.Loopback, Ports.PickFree());
        listener.Start();
        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint);
        var (listening, outgoing, free) = (PortOf(listener.LocalEndpoint), PortOf(client.Client.LocalEndPoint!), Ports.PickFree());
        Assert.Equal(listening, LoopbackPorts.FirstTaken([free, listening, outgoing]));
        Assert.Equal(outgoing, LoopbackPorts.FirstTaken([free, outgoing]));
        Assert.Null(LoopbackPorts.FirstTaken([free]));
    }

    [Fact]
    public async Task A_server_that_has_closed_its_connections_leaves_its_port_free()
    {
        var port = Ports.PickFree();
        using (var listener = new TcpListener(IPAddress.Loopback, port))
        {
            listener.Start();
            using var client = new TcpClient();
            await client.ConnectAsync(IPAddress.Loopback, port);

            // Whoever closes first has the port in TIME_WAIT.
            (await listener.AcceptTcpClientAsync()).Dispose();
            Assert.Equal(0, await client.GetStream().ReadAsync(new byte[1]));
        }

        Assert.Null(LoopbackPorts.FirstTaken([port]));
    }

    private static int PortOf(EndPoint end) => ((IPEndPoint)end).Port;
}
