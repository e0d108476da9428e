namespace Genie.Brokers.Encryption;

/// <summary>A connection that can ask its listener what arrived.</summary>
public interface IEncryptedConnection : IBrokerConnection
{
    /// <summary>How many of the messages sent so far on this connection the listener has not handled, as it says itself: lost, refused, or still on their way.</summary>
    ValueTask<long> CountUnhandledAsync(CancellationToken cancellationToken);
}
