using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Servers;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>A server that asks for a password on its port and speaks TLS, with a certificate made for it, on another.</summary>
public sealed class SecuredServer : IAsyncDisposable
{
    private readonly ServerProcess _process;

    private SecuredServer(ServerProcess process, int tlsPort, string certificateFile)
    {
        _process = process;
        TlsPort = tlsPort;
        CertificateFile = certificateFile;
    }

    public int PasswordPort => _process.Port;

    public int TlsPort { get; }

    /// <summary>The certificate, which is its own authority.</summary>
    public string CertificateFile { get; }

    public static async Task<SecuredServer> StartAsync()
    {
        var folder = Directory.CreateTempSubdirectory("genie-test-kafka-secured-").FullName;
        var (certificate, key) = MakeCertificate();
        var pem = Path.Combine(folder, "server.pem");
        var certificateFile = Path.Combine(folder, "certificate.pem");
        await File.WriteAllTextAsync(pem, $"{key}\n{certificate}\n");
        await File.WriteAllTextAsync(certificateFile, certificate);
        var tlsPort = Ports.PickFree();
        var variables = new Dictionary<string, string>
        {
            ["PASSWORD"] = KafkaServers.Password,
            ["TLS_PORT"] = $"{tlsPort}",
            ["TLS_PEM"] = pem,
        };
        return new SecuredServer(await KafkaServers.StartAsync(folder, Ports.PickFree(), variables), tlsPort, certificateFile);
    }

    public async ValueTask DisposeAsync()
    {
        await _process.DisposeAsync();
        Directory.Delete(_process.Folder, recursive: true);
    }

    private static (string Certificate, string Key) MakeCertificate()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: true, false, 0, critical: true));
        var now = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(7));
        return (certificate.ExportCertificatePem(), key.ExportPkcs8PrivateKeyPem());
    }
}
