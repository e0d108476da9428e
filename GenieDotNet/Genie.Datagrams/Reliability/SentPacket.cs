namespace Genie.Datagrams.Reliability;

/// <summary>A packet that asks for an acknowledgement.</summary>
internal struct SentPacket
{
    public long Number;
    public long SentAtMicroseconds;

    /// <summary>The newest packet of the other side that this one acknowledged, or -1.</summary>
    public long Acknowledged;

    public OutgoingFrame? Frames;
    public int Bytes;
    public SentPacketState State;

    public bool IsMtuProbe;
}

/// <summary>What is known of a packet that was sent.</summary>
internal enum SentPacketState : byte
{
    None,
    Outstanding,
    Acknowledged,
    Lost,
}
