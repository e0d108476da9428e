using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>What a frame's header says, unverified: which run a message seems to be of, before its checksum is looked at. See <see cref="MessageFrame"/> for the layout.</summary>
/// <param name="Run">The run.</param>
/// <param name="IntendedSendTimeNanoseconds">When it should have left, on the sender's clock.</param>
internal readonly record struct FrameGlance(ulong Run, long IntendedSendTimeNanoseconds)
{
    private const int RunOffset = 8;
    private const int TimeOffset = 24;

    /// <summary>Reads it; false where the message is shorter than a header.</summary>
    public static bool TryRead(in ReadOnlySequence<byte> message, out FrameGlance glance)
    {
        glance = default;
        if (message.Length < MessageFrame.HeaderBytes) return false;
        Span<byte> copy = stackalloc byte[MessageFrame.HeaderBytes];
        scoped var header = message.FirstSpan;
        if (header.Length < MessageFrame.HeaderBytes)
        {
            message.Slice(0, MessageFrame.HeaderBytes).CopyTo(copy);
            header = copy;
        }

        glance = new FrameGlance(BinaryPrimitives.ReadUInt64LittleEndian(header[RunOffset..]), BinaryPrimitives.ReadInt64LittleEndian(header[TimeOffset..]));
        return true;
    }
}
