using Genie.Brokers.Links;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>Bytes as they are: CONNECT, SUB, UNSUB, PONG.</summary>
internal readonly struct RawFrame(ReadOnlyMemory<byte> bytes) : ILinkFrame
{
    public int SizeMax => bytes.Length;

    public int Write(Span<byte> destination)
    {
        bytes.Span.CopyTo(destination);
        return bytes.Length;
    }
}
