using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Datagrams.Security;

namespace Genie.Datagrams;

/// <summary>
/// What a server proves its identity with: a certificate, or a bare key that clients know already. Keys on P-256 sign in a fraction of the time that RSA
/// takes, which is done once for each client. Belongs to the application; must outlive the endpoints that use it.
/// </summary>
public sealed class ServerIdentity
{
    private const int SelfSignedYears = 50;

    private readonly Lock _lock = new();
    private readonly Func<byte[], byte[]> _sign;
    private readonly Lazy<X509Certificate2> _certificate;

    private ServerIdentity(AsymmetricAlgorithm key, byte[] encoded, Lazy<X509Certificate2> certificate, X509Certificate2Collection intermediates)
        : this(key.ExportSubjectPublicKeyInfo(), content => Sign(key, content), encoded, certificate, intermediates)
    {
    }

    private ServerIdentity(ReadOnlyMemory<byte> publicKey, Func<byte[], byte[]> sign, byte[] encoded, Lazy<X509Certificate2> certificate, X509Certificate2Collection intermediates)
    {
        if (encoded.Length > IdentityFormat.MaxBytes) throw new SecurityIncompleteException($"The certificates have {encoded.Length:N0} bytes, and a handshake carries {IdentityFormat.MaxBytes:N0}. Leave out the root, or use keys on P-256.");
        (PublicKey, _sign, Encoded, _certificate, Intermediates) = (publicKey, sign, encoded, certificate, intermediates);
    }

    /// <summary>The public key as SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7): what a client pins.</summary>
    public ReadOnlyMemory<byte> PublicKey { get; }

    /// <summary>The identity as it stands in handshakes.</summary>
    internal byte[] Encoded { get; }

    /// <summary>The certificate for TLS; a bare key signs one of its own.</summary>
    internal X509Certificate2 Certificate => _certificate.Value;

    internal X509Certificate2Collection Intermediates { get; }

    /// <summary>An identity that clients check by chain and name, or by a pin.</summary>
    /// <param name="certificate">With its private key, ECDSA or RSA.</param>
    /// <param name="intermediates">The certificates between it and the root; without the root.</param>
    /// <exception cref="SecurityIncompleteException">The private key is missing or of another kind, or the certificates are too long.</exception>
    public static ServerIdentity FromCertificate(X509Certificate2 certificate, X509Certificate2Collection? intermediates = null)
    {
        AsymmetricAlgorithm key = certificate.GetECDsaPrivateKey() ?? (AsymmetricAlgorithm?)certificate.GetRSAPrivateKey()
            ?? throw new SecurityIncompleteException("The certificate has no private key of ECDSA or RSA here. Load it with its key, such as from a PKCS #12 file.");
        intermediates ??= [];
        return new ServerIdentity(key, IdentityFormat.Encode(certificate, intermediates), new Lazy<X509Certificate2>(certificate), intermediates);
    }

    /// <summary>An identity that clients know by its public key.</summary>
    /// <param name="key">With the private key.</param>
    public static ServerIdentity FromKey(ECDsa key) =>
        new(key, IdentityFormat.Encode(key.ExportSubjectPublicKeyInfo()), new Lazy<X509Certificate2>(() => SelfSign(key)), []);

    /// <summary>An identity with a key of a kind that the runtime does not have, such as Ed25519; over UDP only. Clients know it by <see cref="ServerTrust.ForKey(ReadOnlySpan{byte}, SignatureVerifier)"/>.</summary>
    /// <param name="publicKey">The public key as SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).</param>
    /// <param name="sign">Signs, by one caller at a time. Called on endpoints' threads, once for each client.</param>
    public static ServerIdentity FromSigner(ReadOnlyMemory<byte> publicKey, Func<byte[], byte[]> sign)
    {
        ArgumentNullException.ThrowIfNull(sign);
        var key = publicKey.ToArray();
        return new ServerIdentity(key, sign, IdentityFormat.Encode(key), new Lazy<X509Certificate2>(static () => throw new SecurityIncompleteException("TLS over TCP needs a certificate, or a key of ECDSA. Use UDP with this identity.")), []);
    }

    /// <summary>Signs what both sides have said in a handshake.</summary>
    internal byte[] Sign(ReadOnlySpan<byte> content)
    {
        // Keys do not promise to be safe for the endpoints of several threads.
        lock (_lock) return _sign(content.ToArray());
    }

    // With SHA-256: ECDSA, or RSA with PSS.
    private static byte[] Sign(AsymmetricAlgorithm key, byte[] content) => key is ECDsa elliptic
        ? elliptic.SignData(content, HashAlgorithmName.SHA256)
        : ((RSA)key).SignData(content, HashAlgorithmName.SHA256, RSASignaturePadding.Pss);

    private static X509Certificate2 SelfSign(ECDsa key)
    {
        var request = new CertificateRequest("CN=Genie.Datagrams", key, HashAlgorithmName.SHA256);
        var now = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddYears(SelfSignedYears));

        // Some systems' TLS takes no keys that were never in a store.
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null);
    }
}
