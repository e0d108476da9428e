using System.Buffers;

namespace Genie.Brokers.ZeroMQ.Tests.Protocol;

/// <summary>Cuts bytes into a sequence of several segments, as a pipe hands them over.</summary>
internal static class Segments
{
    public static ReadOnlySequence<byte> Split(byte[] bytes, Random random, int segmentBytesMax)
    {
        Segment? first = null, last = null;
        for (var start = 0; start < bytes.Length;)
        {
            var length = Math.Min(bytes.Length - start, 1 + random.Next(segmentBytesMax));
            last = new Segment(bytes.AsMemory(start, length), last);
            first ??= last;
            start += length;
        }

        return first is null ? default : new ReadOnlySequence<byte>(first, 0, last!, last!.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, Segment? previous)
        {
            Memory = memory;
            RunningIndex = previous is null ? 0 : previous.RunningIndex + previous.Memory.Length;
            if (previous is not null) previous.Next = this;
        }
    }
}
