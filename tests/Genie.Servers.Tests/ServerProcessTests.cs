using System.Net;
using System.Net.Sockets;
using Genie.Testing;

namespace Genie.Servers.Tests;

public sealed class ServerProcessTests
{
    [Fact]
    public async Task A_server_is_up_when_all_its_ports_are_open()
    {
        using var folder = new TemporaryFolder();
        using var first = Listening();
        using var second = new TcpListener(IPAddress.Loopback, Ports.PickFree());
        var starting = ServerProcess.StartAsync(Sleeping(folder.Path, PortOf(first), PortOf(second), TimeSpan.FromMinutes(1)), default);
        await Task.Delay(TimeSpan.FromMilliseconds(200));
        Assert.False(starting.IsCompleted);
        second.Start();
        await using var server = await starting;
        Assert.Equal(PortOf(first), server.Port);
    }

    [Fact]
    public async Task The_port_that_stays_closed_is_named()
    {
        using var folder = new TemporaryFolder();
        using var first = Listening();
        var closed = Ports.PickFree();
        var error = await Assert.ThrowsAsync<ServerException>(() => ServerProcess.StartAsync(Sleeping(folder.Path, PortOf(first), closed, TimeSpan.FromMilliseconds(100)), default));
        Assert.Contains($"port {closed} ", error.Message, StringComparison.Ordinal);
    }

    private static ServerCommand Sleeping(string folder, int port, int furtherPort, TimeSpan startTimeout) => new()
    {
        Name = "sleeper",
        FileName = "/bin/sleep",
        Arguments = ["60"],
        Folder = folder,
        Port = port,
        FurtherPorts = [furtherPort],
        StartTimeout = startTimeout,
    };

    private static TcpListener Listening()
    {
        var listener = new TcpListener(IPAddress.Loopback, Ports.PickFree());
        listener.Start();
        return listener;
    }

    private static int PortOf(TcpListener listener) => ((IPEndPoint)listener.LocalEndpoint).Port;
}
