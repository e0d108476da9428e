using System.Buffers;

namespace Genie.Testing;

/// <summary>Cuts bytes into segments, empty ones included, as sockets do.</summary>
public static class Segments
{
    public static ReadOnlySequence<byte> Cut(ReadOnlyMemory<byte> bytes, Random random, int segmentBytesMax = 40)
    {
        var first = new Segment(ReadOnlyMemory<byte>.Empty, 0);
        var last = first;
        for (var start = 0; start < bytes.Length;)
        {
            var length = random.Next(0, Math.Min(bytes.Length - start, segmentBytesMax) + 1);
            last = last.Append(bytes.Slice(start, length));
            start += length;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, long index)
        {
            Memory = memory;
            RunningIndex = index;
        }

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
