using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Genie.Benchmarks.Load;

/// <summary>Names runs so that a message left over from an earlier one, on whatever server, is told apart.</summary>
internal static class RunNumber
{
    /// <summary>A number nobody used before.</summary>
    public static ulong Next()
    {
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        RandomNumberGenerator.Fill(bytes);
        return BinaryPrimitives.ReadUInt64LittleEndian(bytes);
    }
}
