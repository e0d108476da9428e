using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Genie.Benchmarks.Agents.Identity;

namespace Genie.Benchmarks.Agents.Links;

/// <summary>
/// TLS in which both sides show a certificate and prove that they have its key. No authority vouches for either: whoever calls this compares <see cref="FingerprintOf"/> with what was
/// enrolled before anything else is said.
/// </summary>
internal static class AgentTls
{
    // A peer that says nothing for that long on a link with data under way is gone: the system's own default is a quarter of an hour.
    private const int IpProtocolTcp = 6;
    private const int TcpUserTimeout = 18;
    private const int LostMilliseconds = 15_000;

    private const string HostName = "genie";

    /// <summary>The calling side.</summary>
    /// <exception cref="IOException">The other side speaks no such TLS, or has gone.</exception>
    public static Task<SslStream> ConnectAsync(Socket socket, AgentIdentity identity, CancellationToken cancellationToken) => WrapAsync(socket, stream => stream.AuthenticateAsClientAsync(
        new SslClientAuthenticationOptions
        {
            TargetHost = HostName,
            EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13,
            ClientCertificateContext = SslStreamCertificateContext.Create(identity.Certificate, null, offline: true),
            AllowTlsResume = false,
            RemoteCertificateValidationCallback = static (_, certificate, _, _) => certificate is not null,
        },
        cancellationToken));

    /// <summary>The called side.</summary>
    /// <exception cref="IOException">The other side speaks no such TLS, or has gone.</exception>
    public static Task<SslStream> AcceptAsync(Socket socket, AgentIdentity identity, CancellationToken cancellationToken) => WrapAsync(socket, stream => stream.AuthenticateAsServerAsync(
        new SslServerAuthenticationOptions
        {
            EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13,
            ServerCertificateContext = SslStreamCertificateContext.Create(identity.Certificate, null, offline: true),
            ClientCertificateRequired = true,
            AllowTlsResume = false,
            CertificateRevocationCheckMode = X509RevocationMode.NoCheck,
            RemoteCertificateValidationCallback = static (_, certificate, _, _) => certificate is not null,
        },
        cancellationToken));

    /// <summary>Who is at the other end: its certificate's hash, as in <see cref="AgentIdentity.Fingerprint"/>.</summary>
    public static string FingerprintOf(SslStream stream) =>
        AgentIdentity.FingerprintOf(stream.RemoteCertificate ?? throw new IOException("The other side showed no certificate."));

    private static async Task<SslStream> WrapAsync(Socket socket, Func<SslStream, Task> authenticate)
    {
        socket.NoDelay = true;
        if (OperatingSystem.IsLinux()) socket.SetRawSocketOption(IpProtocolTcp, TcpUserTimeout, BitConverter.GetBytes(LostMilliseconds));
        var stream = new SslStream(new NetworkStream(socket, ownsSocket: true));
        try
        {
            await authenticate(stream).ConfigureAwait(false);
            return stream;
        }
        catch (AuthenticationException error)
        {
            await stream.DisposeAsync().ConfigureAwait(false);
            throw new IOException($"No TLS could be agreed upon: {error.Message}", error);
        }
        catch
        {
            await stream.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
