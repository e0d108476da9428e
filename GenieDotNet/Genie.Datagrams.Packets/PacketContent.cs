using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Genie.Datagrams.Packets;

/// <summary>Members of packets without a header: what generated code calls, and serializers of one's own may.</summary>
public static class PacketContent
{
    /// <summary>What <see cref="IPacketContent{TSelf}.MaxBits"/> says of anything larger.</summary>
    public const long UnboundedBits = 1L << 40;

    // That of FNV-1a with 64 bits.
    private const ulong FingerprintPrime = 0x100000001b3;

    /// <inheritdoc cref="IPacketContent{TSelf}.MinBits"/>
    /// <typeparam name="T">The type.</typeparam>
    public static long MinBits<T>() where T : IPacketContent<T> => T.MinBits;

    /// <inheritdoc cref="IPacketContent{TSelf}.MaxBits"/>
    /// <typeparam name="T">The type.</typeparam>
    public static long MaxBits<T>() where T : IPacketContent<T> => T.MaxBits;

    /// <inheritdoc cref="IPacketContent{TSelf}.Fingerprint"/>
    /// <typeparam name="T">The type.</typeparam>
    public static ulong Fingerprint<T>() where T : IPacketContent<T> => T.Fingerprint;

    /// <summary>The fingerprint of a description and of one that it refers to.</summary>
    /// <param name="fingerprint">The description's own.</param>
    /// <param name="nested">The other one's.</param>
    /// <returns>Another number for another one of either, or for the two the other way round.</returns>
    public static ulong Combine(ulong fingerprint, ulong nested) => unchecked((System.Numerics.BitOperations.RotateLeft(fingerprint, 5) ^ nested) * FingerprintPrime);

    /// <summary>The most bits that a value takes by a serializer of one's own.</summary>
    /// <typeparam name="TSerializer">The serializer.</typeparam>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <returns>Bits.</returns>
    public static long MaxBits<TSerializer, T>() where TSerializer : IPacketMemberSerializer<T> => TSerializer.MaxBits;

    /// <inheritdoc cref="IPacketContent{TSelf}.TryWrite"/>
    /// <typeparam name="T">The type; null is an error.</typeparam>
    public static bool TryWrite<T>(ref BitWriter writer, in T packet) where T : IPacketContent<T> =>
        packet is null ? writer.Fail(PacketError.Missing) : T.TryWrite(ref writer, packet);

    /// <inheritdoc cref="IPacketContent{TSelf}.TryRead"/>
    /// <typeparam name="T">The type.</typeparam>
    public static bool TryRead<T>(ref BitReader reader, [MaybeNullWhen(false)] out T packet) where T : IPacketContent<T> => T.TryRead(ref reader, out packet);

    /// <inheritdoc cref="IPacketContent{TSelf}.TryWriteDelta"/>
    /// <typeparam name="T">The type; null is an error.</typeparam>
    public static bool TryWriteDelta<T>(ref BitWriter writer, in T packet, in T baseline) where T : IPacketContent<T> =>
        packet is null || baseline is null ? writer.Fail(PacketError.Missing) : T.TryWriteDelta(ref writer, packet, baseline);

    /// <inheritdoc cref="IPacketContent{TSelf}.TryReadDelta"/>
    /// <typeparam name="T">The type; a baseline that is null is an error.</typeparam>
    public static bool TryReadDelta<T>(ref BitReader reader, in T baseline, [MaybeNullWhen(false)] out T packet) where T : IPacketContent<T>
    {
        if (baseline is not null) return T.TryReadDelta(ref reader, baseline, out packet);
        packet = default;
        return reader.Fail(PacketError.Missing);
    }

    /// <inheritdoc cref="IPacketContent{TSelf}.AreSame"/>
    /// <typeparam name="T">The type; null is the same as null alone.</typeparam>
    public static bool AreSame<T>(in T packet, in T baseline) where T : IPacketContent<T> =>
        packet is null || baseline is null ? packet is null && baseline is null : T.AreSame(packet, baseline);

    /// <summary>Whether two floats are written as the same step.</summary>
    /// <param name="value">One.</param>
    /// <param name="baseline">The other.</param>
    /// <param name="min">The lower end.</param>
    /// <param name="max">The upper end.</param>
    /// <param name="steps">Steps between the ends.</param>
    /// <returns>False if they differ, and if either is out of range.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreSame(double value, double baseline, double min, double max, ulong steps) =>
        Quantization.TryQuantize(value, min, max, steps, out var step) && Quantization.TryQuantize(baseline, min, max, steps, out var other) && step == other;

    /// <summary>Writes a value by a serializer of one's own.</summary>
    /// <typeparam name="TSerializer">The serializer.</typeparam>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="writer">Where to.</param>
    /// <param name="value">The value.</param>
    /// <returns>False after an error.</returns>
    public static bool TryWrite<TSerializer, T>(ref BitWriter writer, T value) where TSerializer : IPacketMemberSerializer<T>
    {
        if (writer.HasFailed) return false;
        if (value is null) return writer.Fail(PacketError.Missing);
        var before = writer.BitsWritten;
        return TSerializer.TryWrite(ref writer, value) && writer.BitsWritten > before ? !writer.HasFailed : writer.Fail(PacketError.Refused);
    }

    /// <summary>Reads a value by a serializer of one's own.</summary>
    /// <typeparam name="TSerializer">The serializer.</typeparam>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="reader">Where from.</param>
    /// <param name="value">The value.</param>
    /// <returns>False after an error.</returns>
    public static bool TryRead<TSerializer, T>(ref BitReader reader, [MaybeNullWhen(false)] out T value) where TSerializer : IPacketMemberSerializer<T>
    {
        value = default;
        if (reader.HasFailed) return false;
        var before = reader.BitsRead;
        return TSerializer.TryRead(ref reader, out value) && value is not null && reader.BitsRead > before ? !reader.HasFailed : reader.Fail(PacketError.Refused);
    }
}
