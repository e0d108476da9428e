using System.Net;
using Genie.Faults;

namespace Genie.Benchmarks.Load.Games.Transports;

/// <summary>The network between the sockets of a game, in this process.</summary>
/// <param name="plan">What the network does.</param>
/// <param name="server">Where the server is.</param>
internal sealed class GameProxy(GamePlan plan, IPEndPoint server) : IAsyncDisposable
{
    private readonly UdpFaultProxy? _proxy = plan is { IsProxied: true, Network: { } network } ? UdpFaultProxy.Start(server, new FaultProxyOptions { Profile = network.ToProfile(), Seed = plan.Seed }) : null;

    /// <summary>Where clients find the server.</summary>
    public IPEndPoint EndPoint => _proxy?.EndPoint ?? server;

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _proxy?.DisposeAsync() ?? ValueTask.CompletedTask;
}
