using System.Security.Cryptography.X509Certificates;

namespace Genie.Brokers.Quic.Trust;

/// <summary>Reads certificates with their keys.</summary>
internal static class CertificateFiles
{
    /// <summary>The first certificate of a PEM file, with its key.</summary>
    /// <param name="certificateFile">The certificate's file.</param>
    /// <param name="keyFile">The key's; empty if it is the same.</param>
    public static X509Certificate2 Load(string certificateFile, string keyFile) =>
        Usable(X509Certificate2.CreateFromPemFile(certificateFile, keyFile.Length > 0 ? keyFile : null));

    // Windows' TLS takes no key that lies in memory alone.
    private static X509Certificate2 Usable(X509Certificate2 certificate)
    {
        if (!OperatingSystem.IsWindows()) return certificate;
        using (certificate) return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null);
    }
}
