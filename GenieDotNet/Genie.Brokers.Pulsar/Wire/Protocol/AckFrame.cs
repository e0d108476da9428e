using Genie.Brokers.Links;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>ACK of one entry, of all up to one, or of some messages of a batch; no answer is asked for.</summary>
/// <param name="consumerId">The consumer's number on its connection.</param>
/// <param name="id">The entry.</param>
/// <param name="cumulative">True for this entry and all before it.</param>
/// <param name="unsettled">A bit for each message of the batch that is not acknowledged; empty for a whole entry.</param>
/// <param name="earlier">The entries of the message's earlier chunks, acknowledged by the same command.</param>
/// <param name="discarded">Set if the entry could not be read and reached no handler.</param>
internal readonly struct AckFrame(
    ulong consumerId, PulsarEntryId id, bool cumulative, ReadOnlyMemory<ulong> unsettled = default, ReadOnlyMemory<PulsarEntryId> earlier = default, AckDiscard discarded = AckDiscard.None) : ILinkFrame
{
    private const int CommandField = 10;
    private const int StackBytesMax = 4096;

    public int SizeMax => CommandFrame.HeadBytes + (FieldsMax * ProtoWriter.NumberFieldBytesMax);

    // Four of an id, with its own tag and length.
    private int FieldsMax => 10 + unsettled.Length + (4 * earlier.Length);

    public int Write(Span<byte> destination)
    {
        var contentBytesMax = FieldsMax * ProtoWriter.NumberFieldBytesMax;
        Span<byte> content = contentBytesMax <= StackBytesMax ? stackalloc byte[contentBytesMax] : new byte[contentBytesMax];
        var ack = new ProtoWriter(content);
        ack.Number(1, consumerId);
        ack.Number(2, cumulative ? 1UL : 0);
        foreach (var chunk in earlier.Span) chunk.Write(ref ack, 3, default);
        id.Write(ref ack, 3, unsettled.Span);
        if (discarded != AckDiscard.None) ack.Number(4, (ulong)discarded);
        var command = new ProtoWriter(destination[CommandFrame.HeadBytes..]);
        command.Number(BaseCommand.TypeFieldNumber, (ulong)BaseCommand.Types.Type.Ack);
        command.Bytes(CommandField, content[..ack.Written]);
        return CommandFrame.WriteHead(destination, command.Written);
    }
}
