using System.Diagnostics;
using System.Globalization;
using Genie.Benchmarks.Commands;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Crashes.Tests.Silos;

/// <summary>Silos of one cluster, each a process of <c>genie silo</c>, that find each other and keep their effects in one database.</summary>
/// <param name="connection">Leads to the database.</param>
/// <param name="clusterId">The cluster's name.</param>
internal sealed class SiloProcesses(string connection, string clusterId) : IAsyncDisposable
{
    private readonly List<OtherProcess> _silos = [];

    public int Count => _silos.Count;

    public Task StartAsync(int count) => Task.WhenAll(Enumerable.Range(0, count).Select(_ => StartAsync()));

    public async Task StartAsync()
    {
        var (siloPort, gatewayPort) = (Ports.PickFree(), Ports.PickFree());
        var silo = await OtherProcess.StartAsync(
            typeof(ExitCode), SiloCommand.Ready(clusterId, "127.0.0.1", siloPort, gatewayPort), "silo",
            "--clustering", "postgres", "--store", "postgres", "--database", connection, "--cluster-id", clusterId,
            "--silo-port", Text(siloPort), "--gateway-port", Text(gatewayPort), "--probe-timeout", "2s");
        lock (_silos) _silos.Add(silo);
    }

    /// <summary>SIGKILL for the one that has run longest.</summary>
    public async Task KillAsync()
    {
        await using var killed = TakeOldest();
        await killed.KillAsync();
    }

    /// <summary>SIGTERM for the one that has run longest; completes when it has ended.</summary>
    /// <returns>Its exit code.</returns>
    public async Task<int> TerminateAsync()
    {
        await using var ending = TakeOldest();
        using var kill = Process.Start("kill", ["-TERM", Text(ending.Id)]);
        await kill.WaitForExitAsync();
        return await ending.WaitForEndAsync();
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var silo in _silos) await silo.DisposeAsync();
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private OtherProcess TakeOldest()
    {
        var oldest = _silos[0];
        _silos.RemoveAt(0);
        return oldest;
    }
}
