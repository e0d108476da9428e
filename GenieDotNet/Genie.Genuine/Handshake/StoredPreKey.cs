namespace Genie.Genuine.Handshake;

/// <summary>A prekey as a store keeps it.</summary>
/// <param name="Id">Its number, not 0.</param>
/// <param name="PrivateKey">X25519, 32 secret bytes.</param>
/// <param name="Created">When it was made.</param>
public sealed record StoredPreKey(uint Id, ReadOnlyMemory<byte> PrivateKey, DateTimeOffset Created);
