namespace Genie.Brokers;

/// <summary>A link to a server that sends to one channel. Safe for concurrent callers. Disposing it sends what is buffered, if the other side takes it
/// within some seconds.</summary>
public interface IBrokerConnection : IAsyncDisposable
{
    /// <summary>
    /// Sends without an answer. Completes when the message reached <see cref="ConnectionOptions.Confirmation"/>;
    /// the buffer is the caller's again then.
    /// </summary>
    /// <exception cref="PayloadTooLargeException">The message exceeds <see cref="BrokerTraits.MaxPayloadBytes"/>; nothing was sent.</exception>
    /// <exception cref="LinkLostException">The link ended before the confirmation; the message may or may not have arrived.</exception>
    ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken);

    /// <summary>Sends and awaits the answer. Waits first where <see cref="ConnectionOptions.MaxInFlight"/> requests are pending.</summary>
    /// <returns>The answer; dispose it to give its buffer back.</returns>
    /// <exception cref="RequestTimeoutException">No answer within <see cref="ConnectionOptions.RequestTimeout"/>, waiting for a slot included.</exception>
    /// <exception cref="RemoteHandlerException">The listener's handler threw.</exception>
    /// <exception cref="LinkLostException">The link ended while the request was pending.</exception>
    ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken);

    /// <summary>Completes when everything sent before has left this process and, where the protocol can confirm it, reached the server.</summary>
    /// <exception cref="LinkLostException">The link ended since the last flush, so that messages sent with <see cref="Confirmation.Buffered"/> may be lost,
    /// or it ended now. Told once; the connection works on.</exception>
    /// <exception cref="RequestTimeoutException">The server did not take it within <see cref="ConnectionOptions.RequestTimeout"/>.</exception>
    ValueTask FlushAsync(CancellationToken cancellationToken);

    /// <summary>Answers that came after their request had ended: timed out, cancelled or answered before. They reach nobody.</summary>
    long LateReplies { get; }
}
