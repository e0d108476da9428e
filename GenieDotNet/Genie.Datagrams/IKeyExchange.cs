namespace Genie.Datagrams;

/// <summary>An ephemeral Diffie-Hellman key exchange. Safe for concurrent callers.</summary>
public interface IKeyExchange
{
    /// <summary>The number of the group in TLS 1.3 (RFC 8446, section 4.2.7), such as 23 for P-256 and 29 for X25519.</summary>
    ushort Group { get; }

    /// <summary>A fresh key pair, used for one handshake.</summary>
    IKeyShare CreateShare();
}
