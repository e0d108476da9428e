using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Genie.Datagrams.Security;

/// <summary>
/// Tokens by which an endpoint that has forgotten a connection proves that it was its own (RFC 9000, section 10.3): the other side learns
/// the token of its connection within the encrypted handshake, and nobody else can compute it.
/// </summary>
internal sealed class StatelessResets
{
    public const int TokenBytes = 16;
    public const int MinKeyBytes = 32;

    private readonly byte[] _key;

    public StatelessResets(ReadOnlySpan<byte> key) => _key = key.IsEmpty ? RandomNumberGenerator.GetBytes(MinKeyBytes) : key.ToArray();

    /// <summary>The token of a connection, by the id that this side has given it.</summary>
    public void Write(ulong id, Span<byte> token)
    {
        Span<byte> input = stackalloc byte[sizeof(ulong)];
        Span<byte> hash = stackalloc byte[HMACSHA256.HashSizeInBytes];
        BinaryPrimitives.WriteUInt64LittleEndian(input, id);
        HMACSHA256.HashData(_key, input, hash);
        hash[..TokenBytes].CopyTo(token);
    }
}
