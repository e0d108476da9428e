using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Genie.Genuine.Handshake;

/// <summary>A prekey as a store keeps it.</summary>
/// <param name="Id">Its number, not 0.</param>
/// <param name="PrivateKey">X25519, 32 secret bytes.</param>
/// <param name="Created">When it was made.</param>
public sealed record StoredPreKey(uint Id, ReadOnlyMemory<byte> PrivateKey, DateTimeOffset Created)
{
    /// <summary>First messages that a store remembers of a signed prekey: with many of them it is replaced early.</summary>
    public int RememberedUses { get; init; }

    /// <summary>Zeroes the private key of a copy that nobody else has.</summary>
    internal void Zero()
    {
        if (MemoryMarshal.TryGetArray(PrivateKey, out var bytes)) CryptographicOperations.ZeroMemory(bytes);
    }
}
