namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>What a server may send.</summary>
internal enum NatsOperation
{
    /// <summary>MSG, or HMSG where it has headers.</summary>
    Message,
    Ping,
    Pong,
    Ok,
    Error,
    Info,
}
