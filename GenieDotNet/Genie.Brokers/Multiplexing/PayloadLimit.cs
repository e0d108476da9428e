namespace Genie.Brokers.Multiplexing;

/// <summary>What a system carries in one message.</summary>
/// <param name="Broker">The system's name, for the error.</param>
/// <param name="BytesMax">The largest payload in bytes; of an answer, without its <see cref="ReplyEnvelope"/>.</param>
public readonly record struct PayloadLimit(string Broker, long BytesMax)
{
    /// <summary>What sets it, to stand after "raise" in the error; empty for the server's limit.</summary>
    public string Name { get; init; } = "";

    /// <summary>The limit of a system that carries <paramref name="bytes"/>, of which the envelope takes its part.</summary>
    public static PayloadLimit OfMessage(string broker, long bytes, string name = "") => new(broker, bytes - ReplyEnvelope.HeaderBytes) { Name = name };

    /// <summary>The error for a payload beyond the limit, or null.</summary>
    public PayloadTooLargeException? TooLarge(long payloadBytes) =>
        payloadBytes <= BytesMax ? null : new PayloadTooLargeException(Broker, payloadBytes, BytesMax, Name ?? "");
}
