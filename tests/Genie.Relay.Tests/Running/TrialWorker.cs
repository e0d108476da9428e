using Genie.Relay.Configuration;
using Genie.Servers;
using Genie.Testing.Grpc;

namespace Genie.Relay.Tests.Running;

/// <summary>The Python worker as a relay starts it.</summary>
internal static class TrialWorker
{
    // A clock that a test moves outruns a slow machine's.
    private static readonly TimeSpan Generous = TimeSpan.FromHours(1);

    // For the few workers of a test and their successors: a port that is only counted on to may be what another test's server is about to take.
    private const int PortsOfWorkers = 8;

    /// <summary>Settings of a relay on free ports with these workers; bounds are wide, for slow machines.</summary>
    public static RelayOptions Options() => new()
    {
        Server = new ServerOptions { Host = "127.0.0.1", Port = 0, ProxyTimeout = TestRelay.Timeout },
        Workers = new WorkerOptions
        {
            StartPort = Ports.PickFreeRange(PortsOfWorkers),
            Command = Command("127.0.0.1:{port}"),
            StartTimeout = Generous,
            StopTimeout = TimeSpan.FromSeconds(2),
            RestartDelay = TimeSpan.FromMilliseconds(100),
        },
        Queue = new QueueOptions { Timeout = Generous },
        HealthCheck = new HealthCheckOptions { Interval = TimeSpan.FromSeconds(1), Timeout = Generous, Failures = 100 },
        Ejection = new EjectionOptions { Failures = 0 },
        Probes = new ProbeOptions { Port = 0 },
        Metrics = new MetricsOptions { Port = 0, Interval = TimeSpan.FromMilliseconds(200) },
    };

    /// <summary>How to start one.</summary>
    public static IReadOnlyList<string> Command(string address, params IReadOnlyList<string> more) =>
        [PythonPeer.Executable!, "-u", Path.Combine(AppContext.BaseDirectory, "trial_worker.py"), "--listen", address, "--threads", "{pool_size}", .. more];
}
