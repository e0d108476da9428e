using System.Security.Cryptography;
using Genie.Genuine.Identities;
using Genie.Genuine.Statements;

namespace Genie.Datagrams.Genuine;

/// <summary>
/// Encryption of Genie.Datagrams over UDP with identities of Genie.Genuine: the first secret is agreed by X25519, and the server proves by its Ed25519 key that it is who the client knows.
/// The handshake is otherwise that of docs/datagrams.md; what is signed is a statement of Genie.Genuine (<see cref="SignedStatement"/>) for the purpose <see cref="Purpose"/>.
/// </summary>
public static class GenuineSecurity
{
    /// <summary>The purpose of a server's signature, so that it is none for anything else that its identity signs.</summary>
    public const string Purpose = "Genie.Datagrams handshake";

    /// <summary>Settings of an endpoint that listens.</summary>
    /// <param name="server">Who it is. Belongs to the caller; must outlive the endpoint.</param>
    public static DatagramSecurity ForServer(IdentityKeyPair server)
    {
        ArgumentNullException.ThrowIfNull(server);
        return new DatagramSecurity { Identity = ServerIdentity.FromSigner(KeyInfoOf(server.Public), content => Sign(server, content)), KeyExchange = X25519KeyExchange.Instance };
    }

    /// <summary>Settings of an endpoint that connects.</summary>
    /// <param name="server">Whom it connects to: what the other way, by which its owner gave it, said.</param>
    public static DatagramSecurity ForClient(PublicIdentity server)
    {
        ArgumentNullException.ThrowIfNull(server);
        return new DatagramSecurity { Trust = ServerTrust.ForKey(KeyInfoOf(server), (content, signature) => IsSigned(server, content, signature)), KeyExchange = X25519KeyExchange.Instance };
    }

    // SubjectPublicKeyInfo of Ed25519 (RFC 8410, section 4).
    private static byte[] KeyInfoOf(PublicIdentity identity) => [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00, .. identity.Key];

    private static byte[] Sign(IdentityKeyPair server, byte[] content) => SignedStatement.Sign(server, Purpose, SHA256.HashData(content));

    private static bool IsSigned(PublicIdentity server, ReadOnlySpan<byte> content, ReadOnlySpan<byte> signature) =>
        SignedStatement.TryRead(signature.ToArray(), server, Purpose, out var signed) && signed.Span.SequenceEqual(SHA256.HashData(content));
}
