namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>Workers as they are put to work, and the addresses that users call.</summary>
internal interface IDeployment : IAsyncDisposable
{
    /// <summary>Ports on 127.0.0.1, to which calls go round robin.</summary>
    IReadOnlyList<int> Ports { get; }

    /// <summary>Kills a worker.</summary>
    /// <returns>False if none served at that moment.</returns>
    Task<bool> KillOneAsync(CancellationToken cancellationToken);

    /// <summary>Replaces the workers one by one, where that can be done.</summary>
    void Replace();
}
