using System.Collections.Concurrent;
using System.Net;
using Genie.Faults;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>
/// Proxies before the ports at which silos reach each other, by which one can be cut off from the others while its clients and the database reach it: what it
/// sends to them, and they to it, is lost.
/// </summary>
internal sealed class SiloLinks : IAsyncDisposable
{
    private readonly ConcurrentDictionary<int, TcpFaultProxy> _proxies = new();

    /// <summary>Puts a proxy before a silo that is to be started.</summary>
    /// <returns>Others reach it at the proxy's port.</returns>
    public SiloChoice Lead(SiloChoice choice)
    {
        var listen = Ports.PickFree();
        var proxy = TcpFaultProxy.Start(new IPEndPoint(choice.Address, listen));
        _proxies[proxy.EndPoint.Port] = proxy;
        return choice with { SiloPort = proxy.EndPoint.Port, SiloListenPort = listen };
    }

    /// <summary>Cuts a silo off, until <see cref="Heal"/>.</summary>
    public void Cut(SiloProcess silo)
    {
        foreach (var (port, proxy) in _proxies)
        {
            if (port == silo.Choice.SiloPort) proxy.Begin(TcpFault.HalfOpen);
            else proxy.Begin(TcpFault.HalfOpen, FaultDirections.Both, client => ProcessSockets.Has(silo.ProcessId, client.Port));
        }
    }

    /// <summary>Connections that lost something are reset, and others arrive.</summary>
    public void Heal()
    {
        foreach (var proxy in _proxies.Values) proxy.Heal();
    }

    /// <summary>Removes the proxy of a silo that has ended.</summary>
    public async Task RemoveAsync(SiloChoice choice)
    {
        if (_proxies.TryRemove(choice.SiloPort, out var proxy)) await proxy.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var proxy in _proxies.Values) await proxy.DisposeAsync().ConfigureAwait(false);
    }
}
