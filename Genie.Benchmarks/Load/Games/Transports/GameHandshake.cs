using System.Buffers.Binary;

namespace Genie.Benchmarks.Load.Games.Transports;

/// <summary>What a client says when it connects: its number in the game, four bytes, little-endian.</summary>
internal static class GameHandshake
{
    /// <summary>Its length.</summary>
    public const int Bytes = sizeof(int);

    /// <summary>Writes it.</summary>
    public static void Write(Span<byte> target, int number) => BinaryPrimitives.WriteInt32LittleEndian(target, number);

    /// <summary>Reads one; false for anything else.</summary>
    public static bool TryRead(ReadOnlySpan<byte> source, out int number)
    {
        number = source.Length == Bytes ? BinaryPrimitives.ReadInt32LittleEndian(source) : -1;
        return source.Length == Bytes;
    }
}
