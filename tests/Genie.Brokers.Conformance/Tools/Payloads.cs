using System.Buffers;
using System.Buffers.Binary;

namespace Genie.Brokers.Conformance.Tools;

/// <summary>Messages that can be told apart and whose every byte is checked.</summary>
internal static class Payloads
{
    private const int NumberBytes = sizeof(long);

    /// <summary>Eight bytes of number, then bytes drawn from it.</summary>
    public static byte[] Numbered(long number, int length)
    {
        var bytes = Filled(number, Math.Max(length, NumberBytes));
        BinaryPrimitives.WriteInt64LittleEndian(bytes, number);
        return bytes;
    }

    /// <summary>Bytes that differ from place to place and from seed to seed.</summary>
    public static byte[] Filled(long seed, int length)
    {
        var bytes = new byte[length];
        new Random(HashCode.Combine(seed)).NextBytes(bytes);
        return bytes;
    }

    public static long NumberOf(ReadOnlySpan<byte> payload) =>
        payload.Length < NumberBytes
            ? throw new ConformanceException($"a message of at least {NumberBytes} bytes", $"{payload.Length} bytes")
            : BinaryPrimitives.ReadInt64LittleEndian(payload);

    public static long NumberOf(in ReadOnlySequence<byte> payload)
    {
        Span<byte> number = stackalloc byte[NumberBytes];
        if (payload.Length < NumberBytes) return NumberOf(number[..(int)payload.Length]);
        payload.Slice(0, NumberBytes).CopyTo(number);
        return NumberOf(number);
    }

    public static void ExpectSame(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> seen, string what)
    {
        if (expected.SequenceEqual(seen)) return;
        Expect.That(expected.Length == seen.Length, $"{what} of {expected.Length:N0} bytes", $"{seen.Length:N0} bytes");
        var place = expected.CommonPrefixLength(seen);
        throw new ConformanceException($"{what} unchanged", $"byte {place:N0} is {seen[place]}, sent was {expected[place]}");
    }
}
