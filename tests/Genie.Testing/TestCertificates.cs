using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Testing;

/// <summary>An authority made for one run, and a server certificate for 127.0.0.1 and localhost that it signed, as PEM files.</summary>
public sealed class TestCertificates
{
    private static readonly DateTimeOffset From = DateTimeOffset.UtcNow.AddDays(-1);

    private TestCertificates(string folder)
    {
        CaFile = Path.Combine(folder, "ca.pem");
        ServerCertificateFile = Path.Combine(folder, "server.pem");
        ServerKeyFile = Path.Combine(folder, "server-key.pem");
    }

    public string CaFile { get; }

    public string ServerCertificateFile { get; }

    public string ServerKeyFile { get; }

    /// <summary>Writes the files into a folder.</summary>
    public static TestCertificates Create(string folder)
    {
        Directory.CreateDirectory(folder);
        var files = new TestCertificates(folder);
        using var caKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var caRequest = new CertificateRequest("CN=Genie test authority", caKey, HashAlgorithmName.SHA256);
        caRequest.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: true, hasPathLengthConstraint: false, 0, critical: true));
        caRequest.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, critical: true));
        using var ca = caRequest.CreateSelfSigned(From, From.AddDays(30));

        using var serverKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", serverKey, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: false, hasPathLengthConstraint: false, 0, critical: true));
        using var server = request.Create(ca, From, From.AddDays(29), RandomNumberGenerator.GetBytes(8));

        File.WriteAllText(files.CaFile, ca.ExportCertificatePem());
        File.WriteAllText(files.ServerCertificateFile, server.ExportCertificatePem());
        File.WriteAllText(files.ServerKeyFile, serverKey.ExportPkcs8PrivateKeyPem());
        return files;
    }
}
