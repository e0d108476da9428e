namespace Genie.Datagrams;

/// <summary>A connection with one remote endpoint, over whichever transport. Safe for concurrent callers.</summary>
public abstract class DatagramConnection
{
    private volatile int _reason = -1;

    /// <summary>Where the connection is in its life.</summary>
    public abstract ConnectionState State { get; }

    /// <summary>The remote address; over UDP it changes when the remote side moves to another network.</summary>
    public abstract DatagramAddress RemoteAddress { get; }

    /// <summary>The endpoint that the connection belongs to.</summary>
    public abstract DatagramEndpoint Endpoint { get; }

    /// <summary>Bytes of messages that are not sent, or reliable and not acknowledged.</summary>
    public abstract long QueuedBytes { get; }

    /// <summary>Whatever the application wants to find again in its handler.</summary>
    public object? Tag { get; set; }

    /// <summary>Why the connection ended, or null while it has not.</summary>
    public DisconnectReason? EndReason => _reason < 0 ? null : (DisconnectReason)_reason;

    /// <summary>What more is known of the end than its reason, such as a <see cref="ServerNotTrustedException"/>, or null.</summary>
    public DatagramException? EndError { get; protected set; }

    /// <summary>Sends a message. Its bytes are the caller's again when the method returns.</summary>
    /// <param name="message">The message; may be empty.</param>
    /// <param name="mode">What is promised for it.</param>
    /// <param name="channel">The channel: orders and latest wins hold for each channel apart.</param>
    /// <returns>The id to ask <see cref="GetDelivery"/> with.</returns>
    /// <exception cref="MessageTooLargeException">The message exceeds <see cref="DatagramOptions.MaxMessageBytes"/>.</exception>
    /// <exception cref="SendQueueFullException">The connection holds <see cref="DatagramOptions.MaxQueuedBytes"/> already.</exception>
    /// <exception cref="ConnectionClosedException">The connection has ended.</exception>
    public abstract long Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0);

    /// <summary>What is known of a message by the id that <see cref="Send"/> gave. A TCP connection knows only what it has handed to the operating system.</summary>
    public abstract DeliveryState GetDelivery(long id);

    /// <summary>Ends the connection once everything reliable that was sent before is delivered, at the latest after <see cref="DatagramOptions.LingerTimeout"/>.</summary>
    /// <param name="data">What the remote side is told, at most <see cref="DatagramOptions.MaxHandshakeDataBytes"/>.</param>
    public abstract void Disconnect(ReadOnlySpan<byte> data = default);

    /// <summary>What the connection has measured so far.</summary>
    public abstract ConnectionStatistics GetStatistics();

    /// <summary>For transports: the connection has ended. What more is known stands in <see cref="EndError"/> by then.</summary>
    /// <param name="reason">Why.</param>
    protected void SetEndReason(DisconnectReason reason) => _reason = (int)reason;
}
