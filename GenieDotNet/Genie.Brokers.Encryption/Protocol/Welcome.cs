using Genie.Genuine;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Protocol;

/// <summary>What a listener answers whoever asks, the same to all and signed: its bundle, and the name of its memory, by which senders see whether it has forgotten everything.</summary>
/// <param name="Bundle">A shared one.</param>
/// <param name="Memory">Sixteen random bytes, made with the store that the listener's sessions and receipts are in.</param>
internal sealed record Welcome(PreKeyBundle Bundle, byte[] Memory)
{
    /// <summary>Bytes of a memory's name.</summary>
    public const int MemorySize = 16;

    private const int SignatureSize = 64;
    private const int SignedSize = 1 + PreKeyBundle.EncodedSize + MemorySize;

    private static ReadOnlySpan<byte> Domain => "Genie.Brokers.Encryption welcome 2"u8;

    public byte[] Encode(IdentityKeyPair listener)
    {
        byte[] signed = [MessageKind.Welcome, .. Bundle.Encode(), .. Memory];
        return [.. signed, .. listener.Sign([.. Domain, .. signed])];
    }

    /// <summary>Null if these bytes are none.</summary>
    /// <exception cref="KeyRefusedException">Another's, or changed.</exception>
    public static Welcome? Decode(ReadOnlySpan<byte> bytes, PublicIdentity listener)
    {
        if (bytes.Length != SignedSize + SignatureSize || bytes[0] != MessageKind.Welcome) return null;
        if (!listener.Verify([.. Domain, .. bytes[..SignedSize]], bytes[SignedSize..])) throw new KeyRefusedException();
        var bundle = PreKeyBundle.Decode(bytes.Slice(1, PreKeyBundle.EncodedSize));
        if (!bundle.Identity.Equals(listener)) throw new KeyRefusedException();
        return new Welcome(bundle, bytes.Slice(1 + PreKeyBundle.EncodedSize, MemorySize).ToArray());
    }
}
