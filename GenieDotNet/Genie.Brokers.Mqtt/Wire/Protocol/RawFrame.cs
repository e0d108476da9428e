using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>A packet that is ready.</summary>
internal readonly struct RawFrame(ReadOnlyMemory<byte> packet) : ILinkFrame
{
    public int SizeMax => packet.Length;

    public int Write(Span<byte> destination)
    {
        packet.Span.CopyTo(destination);
        return packet.Length;
    }
}
