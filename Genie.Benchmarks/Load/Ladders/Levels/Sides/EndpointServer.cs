using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>An endpoint that listens.</summary>
internal sealed class EndpointServer(DatagramEndpoint endpoint) : ILevelServer
{
    /// <inheritdoc/>
    public int Port { get; } = endpoint.LocalAddress.ToEndPoint().Port;

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        endpoint.Dispose();
        return ValueTask.CompletedTask;
    }
}
