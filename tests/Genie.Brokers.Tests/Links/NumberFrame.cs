using System.Buffers.Binary;
using Genie.Brokers.Links;

namespace Genie.Brokers.Tests.Links;

/// <summary>The smallest protocol: four bytes a frame.</summary>
internal readonly struct NumberFrame(int number) : ILinkFrame
{
    public int SizeMax => sizeof(int);

    public int Write(Span<byte> destination)
    {
        BinaryPrimitives.WriteInt32LittleEndian(destination, number);
        return sizeof(int);
    }
}
