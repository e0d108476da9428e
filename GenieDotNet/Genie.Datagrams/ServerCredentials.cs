using System.Security.Cryptography.X509Certificates;

namespace Genie.Datagrams;

/// <summary>What a server has proved to hold the private key of.</summary>
public sealed class ServerCredentials
{
    internal ServerCredentials(byte[] publicKey, X509Certificate2? certificate, X509Certificate2Collection intermediates) =>
        (PublicKey, Certificate, Intermediates) = (publicKey, certificate, intermediates);

    /// <summary>The public key as SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).</summary>
    public ReadOnlyMemory<byte> PublicKey { get; }

    /// <summary>The certificate, or null where the server has a bare key (over TCP there is always one). Nothing of it is checked yet.</summary>
    public X509Certificate2? Certificate { get; }

    /// <summary>What the server sent to build a chain with.</summary>
    public X509Certificate2Collection Intermediates { get; }
}
