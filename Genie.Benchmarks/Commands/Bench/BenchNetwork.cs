using System.Net;
using Genie.Faults;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Puts a network before servers: a proxy for each, which client and worker take for the server.</summary>
internal sealed class BenchNetwork(NetworkProfile profile, int seed) : IAsyncDisposable
{
    private readonly List<TcpFaultProxy> _proxies = [];

    /// <summary>Why a system cannot be put behind a network; null if it can.</summary>
    public static string? LackOf(string broker) => ServerCatalogue.Find(broker) switch
    {
        null => "--network: it has no server that a network could be put before.",
        { FolderOf: not null } => "--network: its clients meet the server in memory.",
        { TellsAddress: true } => "--network: its server tells clients where it is, and they would go around the network.",
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
        lock (_proxies) _proxies.Add(proxy);
        return new Dictionary<string, string>(settings)
        {
            [system.AddressSetting] = new UriBuilder(url) { Host = proxy.EndPoint.Address.ToString(), Port = proxy.EndPoint.Port }.Uri.ToString(),
        };
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var proxy in _proxies) await proxy.DisposeAsync().ConfigureAwait(false);
    }
}
