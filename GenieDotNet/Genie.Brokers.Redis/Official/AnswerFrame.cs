using System.Buffers.Binary;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Redis.Official;

/// <summary>An answer as it is published: eight bytes of correlation, then its <see cref="ReplyEnvelope"/>.</summary>
internal static class AnswerFrame
{
    public static byte[] Compose(long correlation, ReadOnlySpan<byte> envelope)
    {
        var frame = new byte[sizeof(long) + envelope.Length];
        BinaryPrimitives.WriteInt64LittleEndian(frame, correlation);
        envelope.CopyTo(frame.AsSpan(sizeof(long)));
        return frame;
    }

    /// <summary>Reads one; false for anything shorter.</summary>
    public static bool TryRead(ReadOnlySpan<byte> frame, out Correlation correlation, out ReadOnlySpan<byte> envelope)
    {
        correlation = default;
        envelope = default;
        if (!BinaryPrimitives.TryReadUInt64LittleEndian(frame, out var number)) return false;
        correlation = Correlation.FromUInt64(number);
        envelope = frame[sizeof(long)..];
        return true;
    }
}
