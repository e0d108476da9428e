using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Brokers.Quic.Trust;
using Genie.Rpc.Quic;
using Genie.Testing;

namespace Genie.Brokers.Quic.Tests;

public sealed class DevelopmentCertificateTests : IDisposable
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private readonly TemporaryFolder _folder = new();

    private string PemFile => Path.Combine(_folder.Path, "data", "quic-development.pem");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void It_is_made_once_and_found_again()
    {
        using var made = DevelopmentCertificate.LoadOrCreate(PemFile);
        using var found = DevelopmentCertificate.LoadOrCreate(PemFile);
        Assert.True(made.HasPrivateKey);
        Assert.Equal(made.GetRawCertData(), found.GetRawCertData());
        Assert.Equal([PemFile], Directory.GetFiles(Path.GetDirectoryName(PemFile)!));
    }

    [SkippableFact]
    public void Nobody_else_can_read_it()
    {
        Skip.If(OperatingSystem.IsWindows(), "Windows has no file modes; the user's folder is the user's.");
        DevelopmentCertificate.LoadOrCreate(PemFile).Dispose();
        Assert.Equal(OwnerOnly, File.GetUnixFileMode(PemFile));
    }

    [SkippableFact]
    public void One_that_others_can_read_is_refused()
    {
        Skip.If(OperatingSystem.IsWindows(), "Windows has no file modes; the user's folder is the user's.");
        DevelopmentCertificate.LoadOrCreate(PemFile).Dispose();
        File.SetUnixFileMode(PemFile, OwnerOnly | UnixFileMode.GroupRead);
        Assert.Contains("mode 640", Assert.Throws<BrokerSettingException>(() => DevelopmentCertificate.LoadOrCreate(PemFile)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Programs_that_begin_at_once_agree_on_one()
    {
        var pins = await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => Task.Run(() =>
        {
            using var certificate = DevelopmentCertificate.LoadOrCreate(PemFile);
            return Convert.ToHexString(QuicRpcTrust.PinOf(certificate));
        })));
        Assert.Single(pins.Distinct());
        Assert.Equal([PemFile], Directory.GetFiles(Path.GetDirectoryName(PemFile)!));
    }

    [Fact]
    public void An_expired_one_says_what_to_remove()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var expired = new CertificateRequest("CN=old", key, HashAlgorithmName.SHA256).CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-3), DateTimeOffset.UtcNow.AddDays(-1));
        DevelopmentCertificate.LoadOrCreate(PemFile).Dispose();
        File.WriteAllText(PemFile, $"{expired.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n");
        Assert.Contains(PemFile, Assert.Throws<BrokerSettingException>(() => DevelopmentCertificate.LoadOrCreate(PemFile)).Message, StringComparison.Ordinal);
    }
}
