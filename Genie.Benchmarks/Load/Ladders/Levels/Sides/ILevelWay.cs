using Genie.Brokers;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>A way to have a request answered by another process. Both sides are on this machine.</summary>
internal interface ILevelWay
{
    /// <summary>Answers requests.</summary>
    /// <param name="handler">The answers. What lies below calls has no answers of its own and sends each message back instead.</param>
    /// <param name="cancellationToken">Ends early.</param>
    Task<ILevelServer> ServeAsync(MessageHandler handler, CancellationToken cancellationToken);

    /// <summary>Connects to such a server.</summary>
    Task<ILevelClient> ConnectAsync(int port, CancellationToken cancellationToken);
}
