using Genie.Brokers.Links;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>REDELIVER_UNACKNOWLEDGED_MESSAGES for one entry: the broker sends it again, to any consumer of the subscription.</summary>
internal readonly struct RedeliverFrame(ulong consumerId, PulsarEntryId id) : ILinkFrame
{
    private const int CommandField = 20;

    public int SizeMax => CommandFrame.HeadBytes + (8 * ProtoWriter.NumberFieldBytesMax);

    public int Write(Span<byte> destination)
    {
        Span<byte> content = stackalloc byte[6 * ProtoWriter.NumberFieldBytesMax];
        var redeliver = new ProtoWriter(content);
        redeliver.Number(1, consumerId);
        id.Write(ref redeliver, 2, default);
        var command = new ProtoWriter(destination[CommandFrame.HeadBytes..]);
        command.Number(BaseCommand.TypeFieldNumber, (ulong)BaseCommand.Types.Type.RedeliverUnacknowledgedMessages);
        command.Bytes(CommandField, content[..redeliver.Written]);
        return CommandFrame.WriteHead(destination, command.Written);
    }
}
