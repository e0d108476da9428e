namespace Genie.Brokers;

/// <summary>
/// One messaging system reached through one client library. Bytes only: codec, workload, encryption and accounting
/// sit above, so that every system pays the same for them.
/// </summary>
/// <remarks>
/// Safe for concurrent callers. Disposing closes every connection and listener made from it; disposing twice is harmless.
/// </remarks>
public interface IBroker : IAsyncDisposable
{
    /// <summary>What this system and client promise. <see cref="BrokerTraits.Server"/> is known after the first connection.</summary>
    BrokerTraits Traits { get; }

    /// <summary>Opens a connection that sends to <paramref name="channel"/>; each has a link of its own to the server.</summary>
    /// <param name="channel">A name of 1 to 150 ASCII letters, digits, <c>-</c> and <c>_</c>; drivers map it to a queue, subject or topic.</param>
    /// <param name="options">Confirmation level, requests in flight, time-out.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    /// <exception cref="BrokerSettingException">That is no channel's name.</exception>
    /// <exception cref="BrokerUnreachableException">Nothing answers at the address.</exception>
    /// <exception cref="BrokerAuthenticationException">The server refuses the credentials.</exception>
    /// <exception cref="ConfirmationNotSupportedException">This system cannot confirm at the level asked for.</exception>
    /// <exception cref="BroadcastNotSupportedException"><see cref="Delivery.Broadcast"/> was asked for, which this system cannot.</exception>
    ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken);

    /// <summary>
    /// Starts competing for the messages of <paramref name="channel"/>: among all listeners of one channel each message
    /// goes to one, or to each of them with <see cref="Delivery.Broadcast"/>. When the task completes, a message sent from now on will be received.
    /// </summary>
    /// <returns>Disposing it takes no further messages, lets running handlers end and settles them, within <see cref="ListenOptions.StopTimeout"/>.</returns>
    /// <exception cref="BroadcastNotSupportedException"><see cref="Delivery.Broadcast"/> was asked for, which this system cannot.</exception>
    ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken);

    /// <summary>Removes what <paramref name="channel"/> left on the server (queue, topic); nothing where a system keeps nothing.</summary>
    /// <exception cref="ChannelInUseException">This system deletes no channel that somebody listens on. Others do.</exception>
    ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken) => ValueTask.CompletedTask;
}
