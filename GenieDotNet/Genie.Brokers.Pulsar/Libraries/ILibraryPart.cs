namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>A producer or consumer of a library.</summary>
internal interface ILibraryPart : IAsyncDisposable
{
    /// <summary>Completes when its connection to the broker is lost.</summary>
    Task WhenLostAsync(CancellationToken cancellationToken);
}
