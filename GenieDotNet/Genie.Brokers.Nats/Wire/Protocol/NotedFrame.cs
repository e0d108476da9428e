using Genie.Brokers.Links;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>A frame, possibly empty, that the next PONG confirms.</summary>
internal readonly struct NotedFrame<TFrame>(TFrame frame, NatsConfirmations confirmations, NatsConfirmation confirmation) : ILinkFrame
    where TFrame : struct, ILinkFrame
{
    public int SizeMax => frame.SizeMax;

    public int Write(Span<byte> destination)
    {
        var written = frame.Write(destination);
        confirmations.Note(confirmation);
        return written;
    }
}
