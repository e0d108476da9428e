using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Datagrams.Security;

/// <summary>Chain, purpose and name of a certificate, as clients of TLS check them.</summary>
internal static class CertificateCheck
{
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1";

    /// <summary>What is wrong, or null.</summary>
    public static string? ProblemOf(ServerCredentials credentials, string name, X509Certificate2Collection? roots)
    {
        if (credentials.Certificate is not { } certificate) return "it has a bare key and no certificate";
        using var chain = new X509Chain();
        var policy = chain.ChainPolicy;

        // The endpoint's thread must not wait for other servers.
        policy.RevocationMode = X509RevocationMode.NoCheck;
        policy.DisableCertificateDownloads = true;
        policy.ApplicationPolicy.Add(new Oid(ServerAuthentication));
        policy.ExtraStore.AddRange(credentials.Intermediates);
        if (roots is { Count: > 0 })
        {
            policy.TrustMode = X509ChainTrustMode.CustomRootTrust;
            policy.CustomTrustStore.AddRange(roots);
        }

        if (!chain.Build(certificate)) return $"its certificate is not valid ({string.Join(", ", chain.ChainStatus.Select(status => status.Status))})";
        return certificate.MatchesHostname(name) ? null : $"its certificate is not for {name}";
    }
}
