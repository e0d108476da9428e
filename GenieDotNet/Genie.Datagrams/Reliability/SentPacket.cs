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

    /// <summary>True if it was taken to be lost for want of an acknowledgement: that it came late tells nothing of reordering.</summary>
    public bool HasTimedOut;

    /// <summary>True if something in it is sent again when it is lost.</summary>
    public bool IsReliable;
}

/// <summary>What is known of a packet that was sent.</summary>
internal enum SentPacketState : byte
{
    None,
    Outstanding,
    Acknowledged,
    Lost,
}
