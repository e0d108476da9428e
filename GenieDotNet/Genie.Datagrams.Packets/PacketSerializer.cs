using System.Diagnostics.CodeAnalysis;

namespace Genie.Datagrams.Packets;

/// <summary>
/// Writes and reads whole packets: a header, the members, zeros up to the next byte. Nothing here throws, whatever the value or the bytes are, and nothing is allocated but what is read.
/// </summary>
public static class PacketSerializer
{
    private const int MaxHeaderBits = 16;

    /// <summary>As many bytes as any such packet takes, in full or as a delta: what fits a buffer of that size always fits.</summary>
    /// <typeparam name="T">The packet.</typeparam>
    /// <returns>Bytes; 2^37 and a few stand for that and more.</returns>
    public static long MaxBytes<T>() where T : IPacket<T> => (MaxHeaderBits + T.MaxBits + 7) / 8;

    /// <summary>Writes a packet.</summary>
    /// <typeparam name="T">The packet.</typeparam>
    /// <param name="packet">The value.</param>
    /// <param name="destination">Where to.</param>
    /// <param name="written">Bytes written; 0 if it was not.</param>
    /// <returns>False if the value cannot be written, or does not fit.</returns>
    public static bool TryWrite<T>(in T packet, Span<byte> destination, out int written) where T : IPacket<T> => TryWrite(packet, destination, out written, out _);

    /// <summary>Writes a packet.</summary>
    /// <typeparam name="T">The packet.</typeparam>
    /// <param name="packet">The value.</param>
    /// <param name="destination">Where to.</param>
    /// <param name="written">Bytes written; 0 if it was not.</param>
    /// <param name="error">Why it was not written.</param>
    /// <returns>False if the value cannot be written, or does not fit.</returns>
    public static bool TryWrite<T>(in T packet, Span<byte> destination, out int written, out PacketError error) where T : IPacket<T>
    {
        var writer = new BitWriter(destination);
        new PacketHeader(T.Id, IsDelta: false).Write(ref writer);
        PacketContent.TryWrite(ref writer, packet);
        return End(ref writer, out written, out error);
    }

    /// <summary>Reads a packet.</summary>
    /// <typeparam name="T">The packet.</typeparam>
    /// <param name="source">What was received: anything.</param>
    /// <param name="packet">The value.</param>
    /// <returns>False if these bytes are no such packet.</returns>
    public static bool TryRead<T>(ReadOnlySpan<byte> source, [MaybeNullWhen(false)] out T packet) where T : IPacket<T> => TryRead(source, out packet, out _);

    /// <summary>Reads a packet.</summary>
    /// <typeparam name="T">The packet.</typeparam>
    /// <param name="source">What was received: anything.</param>
    /// <param name="packet">The value.</param>
    /// <param name="error">Why it was not read.</param>
    /// <returns>False if these bytes are no such packet.</returns>
    public static bool TryRead<T>(ReadOnlySpan<byte> source, [MaybeNullWhen(false)] out T packet, out PacketError error) where T : IPacket<T>
    {
        var reader = new BitReader(source);
        if (Begin<T>(ref reader, isDelta: false) && PacketContent.TryRead(ref reader, out packet) && End(ref reader, out error)) return true;
        (packet, error) = (default, reader.Error);
        return false;
    }

    /// <summary>Writes what differs from a packet that the receiver is known to have. Which one that is, the caller has to tell it: by a number before the packet, for instance.</summary>
    /// <typeparam name="T">The packet.</typeparam>
    /// <param name="packet">The value.</param>
    /// <param name="baseline">What the receiver has.</param>
    /// <param name="destination">Where to.</param>
    /// <param name="written">Bytes written; 0 if it was not.</param>
    /// <returns>False if the value cannot be written, or does not fit.</returns>
    public static bool TryWriteDelta<T>(in T packet, in T baseline, Span<byte> destination, out int written) where T : IPacket<T> => TryWriteDelta(packet, baseline, destination, out written, out _);

    /// <summary>Writes what differs from a packet that the receiver is known to have. Which one that is, the caller has to tell it: by a number before the packet, for instance.</summary>
    /// <typeparam name="T">The packet.</typeparam>
    /// <param name="packet">The value.</param>
    /// <param name="baseline">What the receiver has.</param>
    /// <param name="destination">Where to.</param>
    /// <param name="written">Bytes written; 0 if it was not.</param>
    /// <param name="error">Why it was not written.</param>
    /// <returns>False if the value cannot be written, or does not fit.</returns>
    public static bool TryWriteDelta<T>(in T packet, in T baseline, Span<byte> destination, out int written, out PacketError error) where T : IPacket<T>
    {
        var writer = new BitWriter(destination);
        new PacketHeader(T.Id, IsDelta: true).Write(ref writer);
        PacketContent.TryWriteDelta(ref writer, packet, baseline);
        return End(ref writer, out written, out error);
    }

    /// <summary>Reads a delta. What has not changed is shared with the baseline.</summary>
    /// <typeparam name="T">The packet.</typeparam>
    /// <param name="source">What was received: anything.</param>
    /// <param name="baseline">What the sender wrote it against; with another one the result is a packet, but not the sender's.</param>
    /// <param name="packet">The value.</param>
    /// <returns>False if these bytes are no delta of such a packet.</returns>
    public static bool TryReadDelta<T>(ReadOnlySpan<byte> source, in T baseline, [MaybeNullWhen(false)] out T packet) where T : IPacket<T> => TryReadDelta(source, baseline, out packet, out _);

    /// <summary>Reads a delta. What has not changed is shared with the baseline.</summary>
    /// <typeparam name="T">The packet.</typeparam>
    /// <param name="source">What was received: anything.</param>
    /// <param name="baseline">What the sender wrote it against; with another one the result is a packet, but not the sender's.</param>
    /// <param name="packet">The value.</param>
    /// <param name="error">Why it was not read.</param>
    /// <returns>False if these bytes are no delta of such a packet.</returns>
    public static bool TryReadDelta<T>(ReadOnlySpan<byte> source, in T baseline, [MaybeNullWhen(false)] out T packet, out PacketError error) where T : IPacket<T>
    {
        var reader = new BitReader(source);
        if (Begin<T>(ref reader, isDelta: true) && PacketContent.TryReadDelta(ref reader, baseline, out packet) && End(ref reader, out error)) return true;
        (packet, error) = (default, reader.Error);
        return false;
    }

    private static bool Begin<T>(ref BitReader reader, bool isDelta) where T : IPacket<T> =>
        PacketHeader.TryRead(ref reader, out var header) && (header == new PacketHeader(T.Id, isDelta) || reader.Fail(PacketError.OtherPacket));

    private static bool End(ref BitWriter writer, out int written, out PacketError error)
    {
        (written, error) = (writer.Flush(), writer.Error);
        return error == PacketError.None;
    }

    private static bool End(ref BitReader reader, out PacketError error)
    {
        if (!reader.IsAtEnd) reader.Fail(PacketError.Excess);
        error = reader.Error;
        return error == PacketError.None;
    }
}
