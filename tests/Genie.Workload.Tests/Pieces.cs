using System.Buffers;

namespace Genie.Workload.Tests;

/// <summary>Bytes as a socket may give them: in pieces.</summary>
internal static class Pieces
{
    public static ReadOnlySequence<byte> Of(byte[] bytes, int firstBytes)
    {
        var first = new Piece(bytes.AsMemory(0, firstBytes), null);
        var last = new Piece(bytes.AsMemory(firstBytes), first);
        return new ReadOnlySequence<byte>(first, 0, last, bytes.Length - firstBytes);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, Piece? previous)
        {
            Memory = memory;
            if (previous is null) return;
            previous.Next = this;
            RunningIndex = previous.RunningIndex + previous.Memory.Length;
        }
    }
}
