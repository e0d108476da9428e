using System.Collections.Concurrent;
using System.Net;
using Genie.Benchmarks.Commands.Proxy;
using Genie.Faults;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Puts a network before servers, and changes it: a proxy for each, which client and worker take for the server.</summary>
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

    /// <summary>Lets something happen to a system's network.</summary>
    public void Apply(string broker, ProxyStep step) => step.Apply(_proxies[broker]);

    /// <summary>Leaves nothing of what happened to a system's network.</summary>
    public void Heal(string broker)
    {
        if (!_proxies.TryGetValue(broker, out var proxy)) return;
        proxy.Heal();
        proxy.Profile = profile;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var proxy in _proxies.Values) await proxy.DisposeAsync().ConfigureAwait(false);
    }
}
