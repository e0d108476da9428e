namespace Genie.Datagrams.Reliability;

/// <summary>A message or a fragment of it, as it stands in packets. Pooled. In one queue or one packet at a time.</summary>
internal sealed class OutgoingFrame
{
    public OutgoingMessage Message { get; set; } = null!;

    public long Number { get; set; }

    public int Index { get; set; }

    public int Count { get; set; }

    /// <summary>The next in the queue, of the packet, or in the pool.</summary>
    public OutgoingFrame? Next { get; set; }

    public int Offset => Index * Protocol.PacketFormat.FragmentBytes;

    public int PayloadBytes => Count == 1 ? Message.Length : Math.Min(Protocol.PacketFormat.FragmentBytes, Message.Length - Offset);

    /// <summary>Bytes that <see cref="Write"/> takes.</summary>
    public int EncodedBytes
    {
        get
        {
            var payload = PayloadBytes;
            var size = 1 + (Message.Channel == 0 ? 0 : 1) + NumberBytes + Protocol.WireWriter.SizeOf(payload) + payload;
            return Count == 1 ? size : size + Protocol.WireWriter.SizeOf(Index) + Protocol.WireWriter.SizeOf(Count);
        }
    }

    private int NumberBytes => Message.Mode switch
    {
        DeliveryMode.Unreliable => Count == 1 ? 0 : sizeof(ushort),
        DeliveryMode.Sequenced => sizeof(uint),
        _ => sizeof(ushort),
    };

    public void Write(ref Protocol.WireWriter writer)
    {
        var kind = (byte)Message.Mode;
        if (Count > 1) kind |= Protocol.FrameKind.FragmentBit;
        if (Message.Channel != 0) kind |= Protocol.FrameKind.ChannelBit;
        if (Message.IsCompressed) kind |= Protocol.FrameKind.CompressedBit;
        writer.Write(kind);
        if (Message.Channel != 0) writer.Write(Message.Channel);
        switch (NumberBytes)
        {
            case sizeof(ushort): writer.Write((ushort)Number); break;
            case sizeof(uint): writer.Write((uint)Number); break;
        }

        if (Count > 1)
        {
            writer.WriteVariable(Index);
            writer.WriteVariable(Count);
        }

        var payload = PayloadBytes;
        writer.WriteVariable(payload);
        writer.Write(Message.Buffer.AsSpan(Offset, payload));
    }
}
