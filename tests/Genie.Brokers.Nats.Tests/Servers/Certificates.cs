using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Brokers.Nats.Tests.Servers;

/// <summary>An authority of our own, a certificate for 127.0.0.1 and one for a client, as PEM files.</summary>
internal sealed class Certificates : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("genie-test-tls-");

    public Certificates()
    {
        using var authorityKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=Genie test authority", authorityKey, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        using var authority = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(2));
        File.WriteAllText(Authority, authority.ExportCertificatePem());
        Issue(authority, "server", "1.3.6.1.5.5.7.3.1");
        Issue(authority, "client", "1.3.6.1.5.5.7.3.2");
    }

    public string Authority => FileOf("authority.pem");

    public string FileOf(string name) => Path.Combine(_folder.FullName, name);

    public void Dispose() => _folder.Delete(recursive: true);

    private void Issue(X509Certificate2 authority, string name, string usage)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(usage)], false));
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        using var certificate = request.Create(authority, DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1), RandomNumberGenerator.GetBytes(8));
        File.WriteAllText(FileOf($"{name}.pem"), certificate.ExportCertificatePem());
        File.WriteAllText(FileOf($"{name}.key"), key.ExportPkcs8PrivateKeyPem());
    }
}
