namespace Genie.Brokers;

/// <summary>What one system promises through one client; printed beside its figures.</summary>
public sealed record BrokerTraits
{
    private readonly Confirmation? _heldConfirmation;

    /// <summary>The system's name in the command line: <c>nats</c>, <c>rabbitmq</c>.</summary>
    public required string Broker { get; init; }

    /// <summary><c>wire</c> for our own protocol code, <c>official</c> for the makers' library.</summary>
    public required string Client { get; init; }

    /// <summary>The library with its version: <c>RabbitMQ.Client 7.1.2</c>.</summary>
    public required string ClientVersion { get; init; }

    /// <summary>The server with its version, empty until the first connection: <c>nats-server 2.9.10</c>.</summary>
    public string Server { get; init; } = "";

    /// <summary>Levels a connection can be asked for, the system's default first.</summary>
    public required IReadOnlyList<Confirmation> Confirmations { get; init; }

    /// <summary>Levels a connection that broadcasts (<see cref="Delivery.Broadcast"/>) can be asked for, its default first; none if that is refused with
    /// <see cref="BroadcastNotSupportedException"/>. Default none.</summary>
    public IReadOnlyList<Confirmation> BroadcastConfirmations { get; init; } = [];

    /// <summary>The largest message taken, in bytes; one more is refused with <see cref="PayloadTooLargeException"/>.</summary>
    public required long MaxPayloadBytes { get; init; }

    /// <summary>True if messages of one connection reach one listener in the order sent.</summary>
    public required bool OrderedPerSender { get; init; }

    /// <summary>True if a message can arrive twice after a fault (at-least-once delivery).</summary>
    public required bool CanRedeliver { get; init; }

    /// <summary>True if a one-way message whose handler threw is delivered again (<see cref="ListenOptions.Redelivery"/>); else it is gone, which
    /// <see cref="ListenOptions.HandlerFailed"/> reports it. Default false.</summary>
    public bool RedeliversFailures { get; init; }

    /// <summary>True if a message's headers, id and key can travel in headers of the system's own, where clients of others read and set them
    /// (<see cref="ConnectionOptions.NativeHeaders"/>). Default false: they travel in the message's bytes.</summary>
    public bool NativeHeaders { get; init; }

    /// <summary>True if the server keeps what is sent to a channel, once it had a listener, until the next one comes.</summary>
    public bool HoldsWithoutListener { get; init; }

    /// <summary>The strongest level that a message reaches while nobody listens to its channel. Default: the strongest of <see cref="Confirmations"/>.</summary>
    public Confirmation HeldConfirmation
    {
        get => _heldConfirmation ?? Confirmations.Max();
        init => _heldConfirmation = value;
    }

    /// <summary>The weakest level whose messages are still there when the server's process was killed and started again on the same machine.
    /// Default <see cref="Confirmation.Persisted"/>.</summary>
    public Confirmation OutlivesServer { get; init; } = Confirmation.Persisted;

    /// <summary>True if client and listener must live in one process.</summary>
    public bool InProcess { get; init; }

    /// <summary>Settings worth knowing when a figure is read: <c>acks=all, linger=0</c>.</summary>
    public string Remarks { get; init; } = "";
}
