namespace Genie.Brokers.Drivers;

/// <summary>A connection or a listener as the broker that made it keeps it.</summary>
public interface IBrokerResource : IAsyncDisposable
{
    /// <summary>Called once, when it is closed. Set before it is opened.</summary>
    Action<IAsyncDisposable>? Closed { get; set; }

    /// <summary>Connects and subscribes; called once. Typed errors; a resource that could not be opened is disposed.</summary>
    ValueTask OpenAsync(CancellationToken cancellationToken);
}
