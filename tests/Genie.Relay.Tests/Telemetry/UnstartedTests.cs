using System.Net;
using System.Net.Sockets;
using Genie.Relay.Hosting;
using Genie.Relay.Tests.Running;
using Microsoft.Extensions.Logging.Abstractions;

namespace Genie.Relay.Tests.Telemetry;

public sealed class UnstartedTests
{
    [Fact]
    public async Task Without_a_worker_that_serves_the_relay_is_alive_and_neither_started_nor_ready()
    {
        var options = TrialWorker.Options();
        options = options with { Workers = options.Workers with { Command = ["sleep", "60"], StopTimeout = TimeSpan.FromSeconds(1) } };
        await using var host = await RelayHost.StartAsync(options, NullLoggerFactory.Instance, CancellationToken.None);
        using var http = new HttpClient();
        Assert.Equal(HttpStatusCode.ServiceUnavailable, await TestRelay.ProbeAsync(http, host, "startup"));
        Assert.Equal(HttpStatusCode.ServiceUnavailable, await TestRelay.ProbeAsync(http, host, "readiness"));
        Assert.Equal(HttpStatusCode.OK, await TestRelay.ProbeAsync(http, host, "liveness"));
    }

    [Fact]
    public async Task Without_probes_and_metrics_it_listens_for_calls_all_the_same()
    {
        var options = TrialWorker.Options();
        options = options with
        {
            Workers = options.Workers with { Command = ["sleep", "60"], StopTimeout = TimeSpan.FromSeconds(1) },
            Probes = options.Probes with { Enabled = false },
            Metrics = options.Metrics with { Enabled = false },
        };
        await using var host = await RelayHost.StartAsync(options, NullLoggerFactory.Instance, CancellationToken.None);
        Assert.Equal((0, 0), (host.ProbesPort, host.MetricsPort));
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, host.Port);
    }
}
