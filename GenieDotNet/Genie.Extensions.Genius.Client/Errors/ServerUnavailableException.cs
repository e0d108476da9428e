using Grpc.Core;

namespace Genie.Extensions.Genius.Client;

/// <summary>The server could not be reached, is stopping, waits for its store, or this client's quota is used up. Try again later; an event that was sent with its request key takes effect once.</summary>
/// <param name="message">What is in the way.</param>
/// <param name="code">The call's status.</param>
/// <param name="innerException">The call's error.</param>
public sealed class ServerUnavailableException(string message, StatusCode code, Exception? innerException = null) : GeniusClientException(message, code, innerException)
{
    /// <inheritdoc/>
    public override bool IsTransient => true;

    /// <summary>What the server asks to be waited for; null where it names nothing.</summary>
    public TimeSpan? RetryDelay { get; init; }
}
