using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Genie.Brokers.Encryption.Protocol;

/// <summary>A sender's connection: when it was made, by the sender's clock, and a random number.</summary>
/// <param name="Created">Milliseconds since 1970.</param>
/// <param name="Number">Random.</param>
internal readonly record struct ConnectionName(long Created, ulong Number)
{
    /// <summary>Bytes.</summary>
    public const int Size = sizeof(long) + sizeof(ulong);

    /// <summary>A name that nobody else has.</summary>
    public static ConnectionName Generate(TimeProvider clock) =>
        new(clock.GetUtcNow().ToUnixTimeMilliseconds(), BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong))));

    public static ConnectionName Read(ReadOnlySpan<byte> bytes) => new(BinaryPrimitives.ReadInt64BigEndian(bytes), BinaryPrimitives.ReadUInt64BigEndian(bytes[sizeof(long)..]));

    public void Write(Span<byte> bytes)
    {
        BinaryPrimitives.WriteInt64BigEndian(bytes, Created);
        BinaryPrimitives.WriteUInt64BigEndian(bytes[sizeof(long)..], Number);
    }
}
