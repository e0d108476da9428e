using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Testing;

/// <summary>An authority made for one run, and two certificates that it signed, as PEM files: a server's for 127.0.0.1 and localhost, and a client's.</summary>
public sealed class TestCertificates : IDisposable
{
    private const string ServerUsage = "1.3.6.1.5.5.7.3.1";
    private const string ClientUsage = "1.3.6.1.5.5.7.3.2";
    private static readonly DateTimeOffset From = DateTimeOffset.UtcNow.AddDays(-1);

    private readonly string _folder;
    private readonly bool _isTemporary;

    private TestCertificates(string folder, bool isTemporary) => (_folder, _isTemporary) = (folder, isTemporary);

    public string CaFile => FileOf("ca.pem");

    public string ServerCertificateFile => FileOf("server.pem");

    public string ServerKeyFile => FileOf("server-key.pem");

    public string ClientCertificateFile => FileOf("client.pem");

    public string ClientKeyFile => FileOf("client-key.pem");

    /// <summary>Writes the files into a folder, or into one of their own that goes when they are disposed.</summary>
    public static TestCertificates Create(string? folder = null)
    {
        var files = new TestCertificates(folder ?? Directory.CreateTempSubdirectory("genie-test-tls-").FullName, folder is null);
        Directory.CreateDirectory(files._folder);
        using var caKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=Genie test authority", caKey, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: true, hasPathLengthConstraint: false, 0, critical: true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, critical: true));
        using var ca = request.CreateSelfSigned(From, From.AddDays(30));
        File.WriteAllText(files.CaFile, ca.ExportCertificatePem());
        Issue(ca, "localhost", ServerUsage, files.ServerCertificateFile, files.ServerKeyFile);
        Issue(ca, "client", ClientUsage, files.ClientCertificateFile, files.ClientKeyFile);
        return files;
    }

    public void Dispose()
    {
        if (_isTemporary) Directory.Delete(_folder, recursive: true);
    }

    private static void Issue(X509Certificate2 ca, string name, string usage, string certificateFile, string keyFile)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(usage)], critical: false));
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: false, hasPathLengthConstraint: false, 0, critical: true));
        using var certificate = request.Create(ca, From, From.AddDays(29), RandomNumberGenerator.GetBytes(8));
        File.WriteAllText(certificateFile, certificate.ExportCertificatePem());
        File.WriteAllText(keyFile, key.ExportPkcs8PrivateKeyPem());
    }

    private string FileOf(string name) => Path.Combine(_folder, name);
}
