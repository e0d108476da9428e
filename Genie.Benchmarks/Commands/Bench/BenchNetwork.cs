using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using Genie.Faults;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Puts a network before servers, and lets faults happen to it: a proxy for each, which client and worker take for the server.</summary>
internal sealed class BenchNetwork(NetworkProfile profile, int seed) : IAsyncDisposable
{
    private readonly ConcurrentDictionary<string, TcpFaultProxy> _proxies = [];

    /// <summary>Why a system cannot be put behind a network; null if it can.</summary>
    public static string? LackOf(string broker) => ServerCatalogue.Find(broker) switch
    {
        null => "--network and --fault: it has no server that a network could be put before.",
        { FolderOf: not null } => "--network and --fault: its clients meet the server in memory.",
        { TellsAddress: true } => "--network and --fault: its server tells clients where it is, and they would go around the network.",
        _ => null,
    };

    /// <summary>Starts a proxy before the server of the settings.</summary>
    /// <returns>The settings with the proxy's address.</returns>
    public IReadOnlyDictionary<string, string> Insert(string broker, IReadOnlyDictionary<string, string> settings)
    {
        var system = ServerCatalogue.Get(broker);
        var url = new Uri(settings[system.AddressSetting]);
        var target = new DnsEndPoint(url.Host, url.Port > 0 ? url.Port : system.StandardPort);
        var proxy = TcpFaultProxy.Start(target, new FaultProxyOptions { Profile = profile, Seed = seed });
        _proxies[broker] = proxy;
        return new Dictionary<string, string>(settings)
        {
            [system.AddressSetting] = new UriBuilder(url) { Host = proxy.EndPoint.Address.ToString(), Port = proxy.EndPoint.Port }.Uri.ToString(),
        };
    }

    /// <summary>Lets faults happen to a system's network, each at its time from now on; when that ends, nothing of them is left.</summary>
    /// <param name="broker">The system.</param>
    /// <param name="faults">The faults.</param>
    /// <param name="rowEnded">Ends it.</param>
    public async Task ApplyAsync(string broker, IReadOnlyList<BenchFault> faults, CancellationToken rowEnded)
    {
        var proxy = _proxies[broker];
        var begin = Stopwatch.GetTimestamp();
        try
        {
            foreach (var fault in faults.OrderBy(fault => fault.At))
            {
                if (fault.At - Stopwatch.GetElapsedTime(begin) is { Ticks: > 0 } wait) await Task.Delay(wait, rowEnded).ConfigureAwait(false);
                fault.Step.Apply(proxy);
            }

            await Task.Delay(Timeout.Infinite, rowEnded).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            proxy.Heal();
            proxy.Profile = profile;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var proxy in _proxies.Values) await proxy.DisposeAsync().ConfigureAwait(false);
    }
}
