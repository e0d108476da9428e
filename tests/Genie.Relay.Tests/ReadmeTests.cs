using Genie.Relay.Configuration;
using Genie.Relay.Hosting;
using Genie.Relay.Tests.Running;
using Genie.Servers;
using Genie.Testing;
using Genie.Testing.Grpc;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Tests;

public sealed class ReadmeTests
{
    [SkippableFact]
    public async Task The_example_runs()
    {
        Skip.If(PythonPeer.WhyUnavailable() is not null, PythonPeer.WhyUnavailable());
        var options = Load() with
        {
            Server = new ServerOptions { Host = "127.0.0.1", Port = Ports.PickFree() },
            Workers = new WorkerOptions { Count = 2, StartPort = Ports.PickFreeRange(4), Command = TrialWorker.Command("127.0.0.1:{port}") },
            Log = new LogOptions { Level = LogLevel.Error },
            Probes = new ProbeOptions { Port = 0 },
            Metrics = new MetricsOptions { Port = 0 },
        };

        using var loggers = RelayLogging.Create(() => options.Log);
        await using var relay = await RelayHost.StartAsync(options, loggers, CancellationToken.None);
        await relay.WorkersStarted;                   // calls that come before a worker serves wait
        relay.ReplaceWorkers();                       // one by one: each one's successor serves before it ends
        await relay.StopAsync();                      // calls under way end first, then the workers
        Assert.True(relay.WorkersStarted.IsCompletedSuccessfully);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Relay/README.md");
    }

    private static RelayOptions Load()
    {
        var options = RelayConfiguration.Load();
        return options;
    }
}
