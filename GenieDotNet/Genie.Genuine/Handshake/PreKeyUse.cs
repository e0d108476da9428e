namespace Genie.Genuine.Handshake;

/// <summary>What the first message of a session uses up.</summary>
/// <param name="SignedId">The signed prekey's number.</param>
/// <param name="OneTimeId">The one-time prekey's number; 0 for none.</param>
/// <param name="EphemeralKey">The initiator's ephemeral key, 32 bytes.</param>
/// <param name="Initiator">The initiator's identity key, 32 bytes, proved by the message.</param>
public sealed record PreKeyUse(uint SignedId, uint OneTimeId, ReadOnlyMemory<byte> EphemeralKey, ReadOnlyMemory<byte> Initiator);
