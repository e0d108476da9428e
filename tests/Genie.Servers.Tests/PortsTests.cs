using System.Globalization;

namespace Genie.Servers.Tests;

public sealed class PortsTests
{
    [Fact]
    public void A_servers_port_is_never_one_that_an_outgoing_connection_could_be_given()
    {
        const string Range = "/proc/sys/net/ipv4/ip_local_port_range";
        var first = File.Exists(Range) ? int.Parse(File.ReadAllText(Range).Split('\t')[0], CultureInfo.InvariantCulture) : 49_152;
        for (var i = 0; i < 200; i++) Assert.InRange(Ports.PickFree(), 1024, first - 1);
    }

    [Fact]
    public void The_preferred_port_is_taken_where_nothing_listens()
    {
        var port = Ports.PickFree();
        Assert.Equal(port, Ports.PickFree(port));
        using var taken = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, port);
        taken.Start();
        Assert.NotEqual(port, Ports.PickFree(port));
    }
}
