using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Brokers.Quic.Trust;

/// <summary>
/// A certificate of the user's own, its own authority, for programs of one user on one machine: made on first use, in a file that nobody else can read. Both
/// sides show it and believe no other, so whoever cannot read the file can neither connect, nor pass for the listener, nor listen in.
/// </summary>
internal static class DevelopmentCertificate
{
    private const int YearsValid = 10;
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary><c>XDG_DATA_HOME/geniedotnet/quic-development.pem</c>, or in the user's own folder for such files.</summary>
    /// <exception cref="BrokerSettingException">The user has no such folder.</exception>
    public static string StandardFile
    {
        get
        {
            var data = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
            return data.Length > 0
                ? Path.Combine(data, "geniedotnet", "quic-development.pem")
                : throw new BrokerSettingException("quic: this user has no folder for the development certificate. Set HOME or XDG_DATA_HOME, or name a certificate: quic.tls-certificate-file and quic.tls-pins.");
        }
    }

    /// <summary>The certificate in the file, with its key; a new one where there is no file. Programs that begin at once agree on one.</summary>
    /// <exception cref="BrokerSettingException">Others can read the file, or its certificate has expired.</exception>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    public static X509Certificate2 LoadOrCreate(string file)
    {
        if (!File.Exists(file)) Create(file);
        if (!OperatingSystem.IsWindows() && (File.GetUnixFileMode(file) & ~OwnerOnly) != 0)
            throw new BrokerSettingException($"quic: others may read the development certificate's key in {file} (mode {Convert.ToString((int)File.GetUnixFileMode(file), 8)}). Remove the file, and a new one is made.");
        var certificate = CertificateFiles.Load(file, "");
        if (DateTime.Now <= certificate.NotAfter) return certificate;
        var expired = certificate.NotAfter;
        certificate.Dispose();
        throw new BrokerSettingException($"quic: the development certificate in {file} expired on {expired:yyyy-MM-dd}. Remove the file, and a new one is made.");
    }

    private static void Create(string file)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        var unfinished = $"{file}.{Guid.NewGuid():n}";
        try
        {
            using (var stream = new FileStream(unfinished, Options())) stream.Write(Pem());
            File.Move(unfinished, file);
        }
        catch (IOException) when (File.Exists(file))
        {
            // Another program was first: its certificate is as good.
        }
        finally
        {
            File.Delete(unfinished);
        }
    }

    private static FileStreamOptions Options()
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = OwnerOnly;
        return options;
    }

    private static byte[] Pem()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=genie development", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        names.AddIpAddress(IPAddress.IPv6Loopback);
        request.CertificateExtensions.Add(names.Build());
        var now = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddYears(YearsValid));
        return System.Text.Encoding.ASCII.GetBytes($"{certificate.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n");
    }
}
