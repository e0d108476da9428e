using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Genie.Datagrams.Protocol;

/// <summary>
/// Proof that a client receives what is sent to its address, kept by the client and not by the server (RFC 9000, section 8.1.3; RFC 6347, section
/// 4.2.1): the time and a keyed hash of time, address and the client's nonce.
/// </summary>
internal sealed class HandshakeCookie
{
    public const int Bytes = sizeof(long) + MacBytes;

    private const int MacBytes = 16;
    private const int KeyBytes = 32;
    private const long LifetimeMicroseconds = 10_000_000;

    private readonly byte[] _key = RandomNumberGenerator.GetBytes(KeyBytes);

    /// <summary>Writes the cookie of an address.</summary>
    public void Write(in DatagramAddress address, ulong nonce, long nowMicroseconds, Span<byte> cookie)
    {
        BinaryPrimitives.WriteInt64LittleEndian(cookie, nowMicroseconds);
        ComputeMac(address, nonce, nowMicroseconds, cookie[sizeof(long)..Bytes]);
    }

    /// <summary>True for a cookie of this address that is not yet too old.</summary>
    public bool IsValid(in DatagramAddress address, ulong nonce, long nowMicroseconds, ReadOnlySpan<byte> cookie)
    {
        var made = BinaryPrimitives.ReadInt64LittleEndian(cookie);
        if (made > nowMicroseconds || made < nowMicroseconds - LifetimeMicroseconds) return false;
        Span<byte> expected = stackalloc byte[MacBytes];
        ComputeMac(address, nonce, made, expected);
        return CryptographicOperations.FixedTimeEquals(expected, cookie[sizeof(long)..Bytes]);
    }

    private void ComputeMac(in DatagramAddress address, ulong nonce, long time, Span<byte> mac)
    {
        Span<byte> input = stackalloc byte[16 + sizeof(uint) + sizeof(ushort) + sizeof(ulong) + sizeof(long)];
        var writer = new WireWriter(input);
        writer.Write((ulong)address.Address);
        writer.Write((ulong)(address.Address >> 64));
        writer.Write(address.ScopeId);
        writer.Write(address.Port);
        writer.Write(nonce);
        writer.Write((ulong)time);
        Span<byte> hash = stackalloc byte[HMACSHA256.HashSizeInBytes];
        HMACSHA256.HashData(_key, input, hash);
        hash[..MacBytes].CopyTo(mac);
    }
}
