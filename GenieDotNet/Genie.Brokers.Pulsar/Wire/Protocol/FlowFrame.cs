using Genie.Brokers.Links;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>FLOW: the broker may send that many messages more.</summary>
internal readonly struct FlowFrame(ulong consumerId, int permits) : ILinkFrame
{
    private const int CommandField = 11;

    public int SizeMax => CommandFrame.HeadBytes + (5 * ProtoWriter.NumberFieldBytesMax);

    public int Write(Span<byte> destination)
    {
        var command = new ProtoWriter(destination[CommandFrame.HeadBytes..]);
        command.Number(BaseCommand.TypeFieldNumber, (ulong)BaseCommand.Types.Type.Flow);
        var start = command.BeginShort(CommandField);
        command.Number(1, consumerId);
        command.Number(2, (ulong)permits);
        command.EndShort(start);
        return CommandFrame.WriteHead(destination, command.Written);
    }
}
