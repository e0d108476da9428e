using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Datagrams.Security;

namespace Genie.Datagrams;

/// <summary>Which servers a client connects to. That a server holds the private key of what it shows is checked before.</summary>
public sealed class ServerTrust
{
    private readonly Func<ServerCredentials, string?> _check;

    private ServerTrust(string? name, Func<ServerCredentials, string?> check) => (Name, _check) = (name, check);

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

    /// <summary>Servers that a function of the application takes. Called on the endpoint's thread; it must not block.</summary>
    /// <param name="isTrusted">True for a server to talk to. What it throws counts as false.</param>
    public static ServerTrust For(Func<ServerCredentials, bool> isTrusted) => new(null, credentials => isTrusted(credentials) ? null : "the application does not trust it");

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
