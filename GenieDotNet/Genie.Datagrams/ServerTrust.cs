using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Datagrams.Security;

namespace Genie.Datagrams;

/// <summary>Which servers a client connects to. That a server holds the private key of what it shows is checked before.</summary>
public sealed class ServerTrust
{
    private readonly Func<ServerCredentials, string?> _check;

    private readonly SignatureVerifier? _verify;

    private ServerTrust(string? name, Func<ServerCredentials, string?> check, SignatureVerifier? verify = null) => (Name, _check, _verify) = (name, check, verify);

    /// <summary>The name that certificates are checked for, or null.</summary>
    internal string? Name { get; }

    /// <summary>Servers with a certificate for a name, from an authority that is trusted, as in TLS. Nothing is downloaded for it, revocations neither.</summary>
    /// <param name="name">The server's DNS name, or its IP address.</param>
    /// <param name="roots">The authorities; those of the machine if null or empty.</param>
    public static ServerTrust ForName(string name, X509Certificate2Collection? roots = null) =>
        new(name, credentials => CertificateCheck.ProblemOf(credentials, name, roots));

    /// <summary>Servers that hold the private key of a public key, with a certificate or without; a certificate's name, dates and issuer do not matter then.</summary>
    /// <param name="sha256">SHA-256 of the public key as SubjectPublicKeyInfo, 32 bytes.</param>
    public static ServerTrust ForKeyHash(ReadOnlySpan<byte> sha256)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(sha256.Length, SHA256.HashSizeInBytes, nameof(sha256));
        var pin = sha256.ToArray();
        return new(null, credentials => SHA256.HashData(credentials.PublicKey.Span).AsSpan().SequenceEqual(pin) ? null : "its public key is not the pinned one");
    }

    /// <summary>Servers that hold the private key of a public key.</summary>
    /// <param name="publicKey">As SubjectPublicKeyInfo: <see cref="ServerIdentity.PublicKey"/>.</param>
    public static ServerTrust ForKey(ReadOnlySpan<byte> publicKey) => ForKeyHash(SHA256.HashData(publicKey));

    /// <summary>Servers that hold the private key of a public key of a kind that the runtime does not have; over UDP only. See <see cref="ServerIdentity.FromSigner"/>.</summary>
    /// <param name="publicKey">As SubjectPublicKeyInfo: <see cref="ServerIdentity.PublicKey"/>.</param>
    /// <param name="verify">Checks this key's signatures.</param>
    public static ServerTrust ForKey(ReadOnlySpan<byte> publicKey, SignatureVerifier verify)
    {
        ArgumentNullException.ThrowIfNull(verify);
        return new(null, ForKey(publicKey)._check, verify);
    }

    /// <summary>Servers that a function of the application takes. Called on the endpoint's thread; it must not block.</summary>
    /// <param name="isTrusted">True for a server to talk to. What it throws counts as false.</param>
    public static ServerTrust For(Func<ServerCredentials, bool> isTrusted) => new(null, credentials => isTrusted(credentials) ? null : "the application does not trust it");

    /// <summary>True if the server has signed a handshake with the key that it shows.</summary>
    internal bool IsSigned(ServerCredentials credentials, ReadOnlySpan<byte> content, ReadOnlySpan<byte> signature)
    {
        // The verifier knows one key: of another it could say nothing.
        if (_verify is null || ProblemOf(credentials) is not null) return IdentityFormat.IsSignedBy(credentials, content, signature);
        try
        {
            return _verify(content, signature);
        }
        catch (Exception)
        {
            return false;
        }
    }

    /// <summary>What is wrong with a server, or null.</summary>
    internal string? ProblemOf(ServerCredentials credentials)
    {
        try
        {
            return _check(credentials);
        }
        catch (Exception error)
        {
            return $"it could not be checked ({error.Message})";
        }
    }
}
