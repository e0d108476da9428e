using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.Benchmarks.Load.Soak.Udp.Ledger;

/// <summary>
/// A message whose every byte follows from what it is: a <see cref="MessageFrame"/> with its checksum, and bytes that the receiver makes once more and
/// compares. They compress to about the half.
/// </summary>
internal static class SoakMessage
{
    /// <summary>The longest.</summary>
    public const int BytesMax = 6 * 1_024;

    private const int SmallBytesMin = 8;
    private const int SmallBytesSpread = 120;

    // Of four words one is new: what is compressed gets smaller, and is still different everywhere.
    private const int WordsAlike = 4;

    /// <summary>Writes a message.</summary>
    /// <returns>Its length.</returns>
    public static int Write(Span<byte> buffer, in MessageFrame frame)
    {
        var message = buffer[..(MessageFrame.HeaderBytes + PayloadBytes(frame))];
        Fill(message[MessageFrame.HeaderBytes..], frame);
        frame.Seal(message);
        return message.Length;
    }

    /// <summary>True if a payload is byte for byte what was written.</summary>
    /// <param name="payload">What arrived.</param>
    /// <param name="frame">What it came with.</param>
    /// <param name="scratch">Room for as much.</param>
    public static bool IsIntact(ReadOnlySpan<byte> payload, in MessageFrame frame, Span<byte> scratch)
    {
        if (payload.Length != PayloadBytes(frame)) return false;
        Fill(scratch[..payload.Length], frame);
        return payload.SequenceEqual(scratch[..payload.Length]);
    }

    private static int PayloadBytes(in MessageFrame frame) =>
        frame.Sender % SoakStreams.Count == (uint)SoakStream.Fragmented ? BytesMax - MessageFrame.HeaderBytes : SmallBytesMin + (int)(Mix(frame) % SmallBytesSpread);

    private static void Fill(Span<byte> payload, in MessageFrame frame)
    {
        var (state, word) = (Mix(frame), 0UL);
        Span<byte> last = stackalloc byte[sizeof(ulong)];
        for (var i = 0; i * sizeof(ulong) < payload.Length; i++)
        {
            if (i % WordsAlike == 0) word = state = Next(state);
            var rest = payload[(i * sizeof(ulong))..];
            if (rest.Length >= sizeof(ulong))
            {
                BinaryPrimitives.WriteUInt64LittleEndian(rest, word);
                continue;
            }

            BinaryPrimitives.WriteUInt64LittleEndian(last, word);
            last[..rest.Length].CopyTo(rest);
        }
    }

    private static ulong Mix(in MessageFrame frame) => Next(frame.Run ^ (frame.Sender * 0x9E3779B97F4A7C15) ^ (frame.Sequence << 1));

    // SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
    private static ulong Next(ulong state)
    {
        state += 0x9E3779B97F4A7C15;
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
        return state ^ (state >> 31);
    }
}
