using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Rpc.Quic;

/// <summary>
/// Which certificates of the other side are believed. By default those that the system's authorities signed. With <see cref="Authorities"/>
/// those that one of these signed, and no others. With <see cref="PinnedKeys"/> a certificate of one of these keys, whoever signed it.
/// </summary>
public sealed record QuicRpcTrust
{
    /// <summary>The system's authorities.</summary>
    public static QuicRpcTrust System { get; } = new();

    /// <summary>Authorities that are believed instead of the system's.</summary>
    public X509Certificate2Collection? Authorities { get; init; }

    /// <summary>SHA-256 of the other side's public key (SubjectPublicKeyInfo, RFC 7469 section 2.4), as <see cref="PinOf"/> gives it. Name and chain do not matter then; the dates do.</summary>
    public IReadOnlyList<byte[]>? PinnedKeys { get; init; }

    /// <summary>What <see cref="PinnedKeys"/> holds for a certificate.</summary>
    public static byte[] PinOf(X509Certificate2 certificate) => SHA256.HashData(certificate.PublicKey.ExportSubjectPublicKeyInfo());

    internal X509ChainPolicy? ChainPolicy()
    {
        if (Authorities is null) return null;
        var policy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        policy.CustomTrustStore.AddRange(Authorities);
        return policy;
    }

    internal bool AcceptsServer(X509Certificate? certificate, SslPolicyErrors errors) =>
        PinnedKeys is null ? errors == SslPolicyErrors.None : certificate is X509Certificate2 known && IsPinned(known, PinnedKeys);

    // System.Net.Quic compares a client's certificate with the name of the server that the client asked for: a client has no name to be compared.
    internal bool AcceptsClient(X509Certificate? certificate, SslPolicyErrors errors) => AcceptsServer(certificate, errors & ~SslPolicyErrors.RemoteCertificateNameMismatch);

    private static bool IsPinned(X509Certificate2 certificate, IReadOnlyList<byte[]> pins)
    {
        var now = DateTime.Now;
        var pin = PinOf(certificate);
        return now >= certificate.NotBefore && now <= certificate.NotAfter && pins.Any(one => CryptographicOperations.FixedTimeEquals(one, pin));
    }
}
