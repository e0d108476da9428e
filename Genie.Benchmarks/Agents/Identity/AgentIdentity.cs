using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Benchmarks.Agents.Identity;

/// <summary>A machine's key (ECDSA, P-256) with a certificate that it signed itself. Others know it by the certificate's hash; names and validity in it mean nothing.</summary>
internal sealed class AgentIdentity : IDisposable
{
    private const string FileName = "identity.pem";
    private const UnixFileMode Foreign = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;
    private static readonly TimeSpan Validity = TimeSpan.FromDays(3650);

    private AgentIdentity(X509Certificate2 certificate)
    {
        Certificate = certificate;
        Fingerprint = FingerprintOf(certificate);
    }

    /// <summary>The certificate, with its key.</summary>
    public X509Certificate2 Certificate { get; }

    /// <summary>SHA-256 of the certificate (DER), in hexadecimal.</summary>
    public string Fingerprint { get; }

    /// <summary>Opens the one of a folder; makes it where there is none.</summary>
    /// <exception cref="IOException">It cannot be read or written, or others can read the key.</exception>
    public static AgentIdentity Open(string folder)
    {
        AgentFolders.Create(folder);
        var path = Path.Combine(folder, FileName);
        if (!File.Exists(path)) Make(path);
        if (!OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & Foreign) != 0)
            throw new IOException($"Others can read or change the private key in {path}. Delete it and enrol again; or, if nobody has read it, run: chmod 600 {path}");
        try
        {
            return new AgentIdentity(Usable(X509Certificate2.CreateFromPemFile(path)));
        }
        catch (CryptographicException error)
        {
            throw new IOException($"{path} holds no certificate with its key ({error.Message}). Delete it to have a new one, and enrol again.", error);
        }
    }

    /// <summary>SHA-256 of a certificate (DER), in hexadecimal.</summary>
    public static string FingerprintOf(X509Certificate certificate) => Convert.ToHexStringLower(SHA256.HashData(certificate.GetRawCertData()));

    /// <inheritdoc/>
    public void Dispose() => Certificate.Dispose();

    private static void Make(string path)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=genie", key, HashAlgorithmName.SHA256);
        var now = DateTimeOffset.UtcNow;

        // Clocks of machines differ; nobody looks at the validity but libraries.
        using var certificate = request.CreateSelfSigned(now.AddDays(-2), now + Validity);
        AgentFolders.Write(path, $"{certificate.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n", overwrite: false);
    }

    // Windows' TLS takes no key that exists in memory only.
    private static X509Certificate2 Usable(X509Certificate2 certificate)
    {
        if (!OperatingSystem.IsWindows()) return certificate;
        using (certificate) return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pfx), null);
    }
}
