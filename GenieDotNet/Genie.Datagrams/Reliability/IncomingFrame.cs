namespace Genie.Datagrams.Reliability;

/// <summary>A message or a fragment of it as it was read from a packet. The payload is valid while the packet is.</summary>
internal readonly ref struct IncomingFrame
{
    public required DeliveryMode Mode { get; init; }

    public required byte Channel { get; init; }

    /// <summary>The full number for sequenced frames, else the low 16 bits.</summary>
    public required uint Number { get; init; }

    public required int Index { get; init; }

    /// <summary>True if the message, which may have several fragments, is compressed.</summary>
    public required bool IsCompressed { get; init; }

    /// <summary>1 for a whole message.</summary>
    public required int Count { get; init; }

    public required ReadOnlySpan<byte> Payload { get; init; }
}

/// <summary>What became of a frame.</summary>
internal enum FrameOutcome
{
    /// <summary>It was used, or is a repetition.</summary>
    Taken,

    /// <summary>There is no room for it now: its packet must not be acknowledged.</summary>
    NoRoom,

    /// <summary>No correct sender sends it.</summary>
    Violation,
}

/// <summary>Receives the messages that are complete.</summary>
internal interface IMessageSink
{
    void Deliver(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel, long number, bool isCompressed);
}
