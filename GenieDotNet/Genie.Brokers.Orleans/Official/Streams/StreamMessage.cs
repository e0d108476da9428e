namespace Genie.Brokers.Orleans.Official.Streams;

/// <summary>A message as Orleans carries it; nobody writes to the bytes any more.</summary>
/// <param name="Body">What was sent.</param>
[GenerateSerializer, Immutable, Alias("genie.stream.message")]
internal readonly record struct StreamMessage([property: Id(0)] byte[] Body)
{
    /// <summary>A copy: Orleans writes it later, and the caller may have taken the buffer back by then.</summary>
    public static StreamMessage CopyOf(ReadOnlyMemory<byte> message) => new(message.ToArray());
}

/// <summary>An answer as Orleans carries it.</summary>
/// <param name="Envelope">The handler's answer in its envelope; null where nobody listens.</param>
[GenerateSerializer, Immutable, Alias("genie.stream.answer")]
internal readonly record struct StreamAnswer([property: Id(0)] byte[]? Envelope);
