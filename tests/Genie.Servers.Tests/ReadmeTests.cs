using System.Net.Sockets;
using Genie.Testing;

namespace Genie.Servers.Tests;

public sealed class ReadmeTests
{
    [SkippableFact]
    public async Task The_examples_server_is_another_process_on_the_same_port_after_its_crash()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        var stop = CancellationToken.None;
        await using var server = await OwnServer.StartAsync("nats", (folder, port) => NatsServer.StartAsync(folder, port, configuration: null, stop));
        var url = new Uri($"nats://127.0.0.1:{server.Process.Port}");
        await UseAsync(url);                                                                // whatever is tested
        var crashed = server.Process.ProcessId;
        await server.CrashAndRestartAsync(TimeSpan.FromMilliseconds(100));                  // killed, and started again on the same data and port
        Assert.NotEqual(crashed, server.Process.ProcessId);
        Assert.Equal(url.Port, server.Process.Port);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Servers/README.md");

        static async Task UseAsync(Uri url)
        {
            using var client = new TcpClient();
            await client.ConnectAsync(url.Host, url.Port);
        }
    }
}
