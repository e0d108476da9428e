using System.Security.Cryptography.X509Certificates;
using Genie.Rpc.Quic;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Quic.Tests;

/// <summary>Certificates of one run, and settings that name them. Skips where QUIC is not here.</summary>
public sealed class QuicFiles : IDisposable
{
    public TestCertificates Files { get; } = TestCertificates.Create();

    public void Dispose() => Files.Dispose();

    /// <summary>Both sides show the same certificate and believe no other, on a port of their own.</summary>
    public QuicOptions Pinned()
    {
        Skip.IfNot(QuicSupport.IsSupported, QuicSupport.HowToInstall);
        return new QuicOptions
        {
            Url = new Uri($"quic://127.0.0.1:{Ports.PickFree()}"),
            TlsCertificateFile = Files.ServerCertificateFile,
            TlsKeyFile = Files.ServerKeyFile,
            TlsPins = PinOf(Files.ServerCertificateFile),
        };
    }

    public static string PinOf(string certificateFile)
    {
        using var certificate = X509CertificateLoader.LoadCertificateFromFile(certificateFile);
        return Convert.ToHexString(QuicRpcTrust.PinOf(certificate));
    }
}
