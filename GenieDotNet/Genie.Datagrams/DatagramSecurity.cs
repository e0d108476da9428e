using Genie.Datagrams.Security;

namespace Genie.Datagrams;

/// <summary>
/// Encryption and the server's identity: TLS 1.3 over TCP; over UDP a handshake of the same shape and packets as docs/datagrams.md describes. An
/// endpoint that has it never speaks in the clear: others are refused with <see cref="DisconnectReason.SecurityMismatch"/>.
/// </summary>
public sealed record DatagramSecurity
{
    /// <summary>Who this endpoint is. Needed by one that listens.</summary>
    public ServerIdentity? Identity { get; init; }

    /// <summary>Which servers this endpoint connects to. Needed by one that connects.</summary>
    public ServerTrust? Trust { get; init; }

    /// <summary>The ciphers that are taken over UDP, best first; the server's order counts. TLS chooses its own. Those that the machine lacks are left out.</summary>
    public IReadOnlyList<DatagramCipher> Ciphers { get; init; } = [DatagramCipher.Aes256Gcm, DatagramCipher.ChaCha20Poly1305];

    /// <summary>What both sides of a handshake over UDP agree on their first secret by. Both must have the same one.</summary>
    public IKeyExchange KeyExchange { get; init; } = P256KeyExchange.Instance;

    /// <summary>
    /// Packets that are sent under one key over UDP before the next key replaces it, at least 1. Never more than RFC 9001, section 6.6, allows the
    /// cipher, half of which is the most that is used.
    /// </summary>
    public long PacketsPerKey { get; init; } = 1 << 22;

    /// <summary>
    /// At least 32 secret bytes by which a server proves, after a restart, that it no longer knows a connection (RFC 9000, section 10.3), so that its
    /// clients need not wait for <see cref="DatagramOptions.IdleTimeout"/>. Empty: a key of this endpoint's life. Never shared by servers that run side by side.
    /// </summary>
    public ReadOnlyMemory<byte> ResetKey { get; init; }

    /// <summary>Refuses settings that an endpoint cannot work with.</summary>
    internal void CheckForEndpoint(bool isListening)
    {
        if (isListening && Identity is null) throw new SecurityIncompleteException("An endpoint that listens needs DatagramSecurity.Identity: a certificate or a key that clients know it by.");
        if (!Ciphers.Any(PacketCipher.IsSupported)) throw new SecurityIncompleteException("This machine has none of DatagramSecurity.Ciphers. Name another one too.");
        if (ResetKey.Length is > 0 and < StatelessResets.MinKeyBytes) throw new SecurityIncompleteException($"DatagramSecurity.ResetKey needs at least {StatelessResets.MinKeyBytes} bytes.");
        ArgumentOutOfRangeException.ThrowIfLessThan(PacketsPerKey, 1, nameof(PacketsPerKey));
    }

    /// <summary>Refuses settings that nobody can be connected to with.</summary>
    internal void CheckForConnecting()
    {
        if (Trust is null) throw new SecurityIncompleteException("An endpoint that connects needs DatagramSecurity.Trust: which servers it takes.");
    }
}
