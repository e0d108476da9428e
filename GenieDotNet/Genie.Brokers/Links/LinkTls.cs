using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Brokers.Links;

/// <summary>How a link is encrypted. The defaults trust what the operating system trusts.</summary>
public sealed record LinkTls
{
    /// <summary>PEM file of the authorities to trust instead of the system's; also a self-signed server certificate. Empty: the system's.</summary>
    public string CaFile { get; init; } = "";

    /// <summary>PEM file of the certificate that this client shows. Empty: none.</summary>
    public string CertificateFile { get; init; } = "";

    /// <summary>PEM file of that certificate's key. Empty: the key is in <see cref="CertificateFile"/>.</summary>
    public string KeyFile { get; init; } = "";

    /// <summary>The name that the server's certificate must carry. Empty: the host that is connected to.</summary>
    public string ServerName { get; init; } = "";

    /// <summary>Reads the files.</summary>
    /// <param name="broker">The system's name, for errors.</param>
    /// <param name="host">The host that is connected to.</param>
    /// <exception cref="BrokerSettingException">A file is missing or holds no certificate or key.</exception>
    public SslClientAuthenticationOptions CreateClientOptions(string broker, string host)
    {
        var options = new SslClientAuthenticationOptions { TargetHost = ServerName.Length > 0 ? ServerName : host };
        try
        {
            if (CaFile.Length > 0)
            {
                options.CertificateChainPolicy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
                options.CertificateChainPolicy.CustomTrustStore.ImportFromPemFile(CaFile);
            }

            if (CertificateFile.Length > 0)
                options.ClientCertificates = [X509Certificate2.CreateFromPemFile(CertificateFile, KeyFile.Length > 0 ? KeyFile : null)];
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new BrokerSettingException($"{broker}: cannot read the TLS files: {error.Message}", error);
        }

        return options;
    }

    /// <summary>Judges a server's certificate by the trust in <paramref name="options"/>, for libraries that take a call-back
    /// and no policy.</summary>
    public static bool IsTrusted(SslClientAuthenticationOptions options, X509Certificate? certificate, X509Chain? received, SslPolicyErrors errors)
    {
        if (options.CertificateChainPolicy is not { } trust) return errors == SslPolicyErrors.None;
        if (certificate is null || (errors & ~SslPolicyErrors.RemoteCertificateChainErrors) != SslPolicyErrors.None) return false;
        using var chain = new X509Chain { ChainPolicy = trust.Clone() };
        foreach (var element in received?.ChainElements ?? Enumerable.Empty<X509ChainElement>()) chain.ChainPolicy.ExtraStore.Add(element.Certificate);
        using var copy = X509CertificateLoader.LoadCertificate(certificate.GetRawCertData());
        return chain.Build(copy);
    }
}
