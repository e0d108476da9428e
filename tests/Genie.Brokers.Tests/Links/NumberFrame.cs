using System.Buffers;
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

    /// <summary>Takes a frame's number off the buffer; false if there is no whole one.</summary>
    public static bool TryRead(ref ReadOnlySequence<byte> buffer, out int number)
    {
        var reader = new SequenceReader<byte>(buffer);
        if (!reader.TryReadLittleEndian(out number)) return false;
        buffer = buffer.Slice(reader.Position);
        return true;
    }
}
