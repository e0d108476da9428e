using System.Buffers;

namespace Genie.Brokers.Nats.Tests.Protocol;

/// <summary>Cuts bytes into a buffer of many segments, as reads of a socket do.</summary>
internal static class Segments
{
    public static ReadOnlySequence<byte> Cut(ReadOnlyMemory<byte> bytes, Random random, int segmentBytesMax)
    {
        var first = new Segment(ReadOnlyMemory<byte>.Empty, 0);
        var last = first;
        while (!bytes.IsEmpty)
        {
            var length = Math.Min(bytes.Length, random.Next(0, segmentBytesMax + 1));
            last = last.Append(bytes[..length]);
            bytes = bytes[length..];
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
