namespace Genie.Brokers.Multiplexing;

/// <summary>What a system carries as an answer.</summary>
/// <param name="Broker">The system's name, for the error.</param>
/// <param name="BytesMax">The largest answer in bytes, without its <see cref="ReplyEnvelope"/>.</param>
public readonly record struct AnswerLimit(string Broker, long BytesMax)
{
    /// <summary>The limit of a system that carries <paramref name="bytes"/>, of which the envelope takes its part.</summary>
    public static AnswerLimit OfMessage(string broker, long bytes) => new(broker, bytes - ReplyEnvelope.HeaderBytes);
}
