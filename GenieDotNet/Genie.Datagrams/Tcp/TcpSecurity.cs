using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Datagrams.Tcp;

/// <summary>TLS 1.3 around a stream. Who is trusted is asked of <see cref="DatagramSecurity.Trust"/> alone, as over UDP.</summary>
internal static class TcpSecurity
{
    private const byte HandshakeRecord = 22;
    private const byte MajorVersion = 3;

    /// <summary>A connected socket as a stream, in the clear.</summary>
    public static Stream Open(Socket socket) => new NetworkStream(socket, ownsSocket: false);

    /// <summary>The client's side.</summary>
    /// <exception cref="ServerNotTrustedException">The server is not one of those that are trusted.</exception>
    /// <exception cref="AuthenticationException">The other side speaks something else.</exception>
    public static async Task<Stream> ConnectAsync(Stream stream, DatagramSecurity security, CancellationToken cancellationToken)
    {
        string? problem = null;
        var secure = new SslStream(stream);
        var options = new SslClientAuthenticationOptions
        {
            TargetHost = security.Trust!.Name ?? string.Empty,
            EnabledSslProtocols = SslProtocols.Tls13,
            CertificateChainPolicy = new X509ChainPolicy { DisableCertificateDownloads = true, RevocationMode = X509RevocationMode.NoCheck },
            RemoteCertificateValidationCallback = (_, certificate, chain, _) =>
            {
                problem = ProblemOf(security.Trust, certificate, chain);
                return problem is null;
            },
            AllowTlsResume = false,
        };
        try
        {
            await secure.AuthenticateAsClientAsync(options, cancellationToken).ConfigureAwait(false);
            return secure;
        }
        catch (Exception error)
        {
            await secure.DisposeAsync().ConfigureAwait(false);
            if (problem is not null && error is AuthenticationException) throw new ServerNotTrustedException(problem);
            throw;
        }
    }

    /// <summary>The server's side. A client that speaks in the clear is told so in the clear, and refused.</summary>
    /// <exception cref="AuthenticationException">The other side speaks something else, or does not trust this server.</exception>
    public static async Task<Stream> AcceptAsync(Socket socket, Stream stream, DatagramSecurity security, CancellationToken cancellationToken)
    {
        if (!await BeginsLikeTlsAsync(socket, cancellationToken).ConfigureAwait(false))
        {
            var refusal = new System.Buffers.ArrayBufferWriter<byte>();
            TcpFormat.Write(refusal, TcpFormat.Close, default, (int)DisconnectReason.SecurityMismatch);
            await stream.WriteAsync(refusal.WrittenMemory, cancellationToken).ConfigureAwait(false);

            // What is not read would turn the end of the stream into a reset, and the refusal could be lost.
            socket.Shutdown(SocketShutdown.Send);
            await DrainAsync(stream, cancellationToken).ConfigureAwait(false);
            throw new AuthenticationException("The client speaks in the clear.");
        }

        var secure = new SslStream(stream);
        var identity = security.Identity!;
        var options = new SslServerAuthenticationOptions
        {
            ServerCertificateContext = SslStreamCertificateContext.Create(identity.Certificate, identity.Intermediates, offline: true),
            EnabledSslProtocols = SslProtocols.Tls13,
        };
        try
        {
            await secure.AuthenticateAsServerAsync(options, cancellationToken).ConfigureAwait(false);
            return secure;
        }
        catch
        {
            await secure.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private static async Task<bool> BeginsLikeTlsAsync(Socket socket, CancellationToken cancellationToken)
    {
        var first = new byte[2];
        var count = await socket.ReceiveAsync(first, SocketFlags.Peek, cancellationToken).ConfigureAwait(false);
        return count > 0 && first[0] == HandshakeRecord && (count == 1 || first[1] == MajorVersion);
    }

    private static async Task DrainAsync(Stream stream, CancellationToken cancellationToken)
    {
        var buffer = new byte[4_096];
        while (await stream.ReadAsync(buffer, cancellationToken).ConfigureAwait(false) > 0)
        {
            // The end is what is waited for; the connection's time bounds it.
        }
    }

    private static string? ProblemOf(ServerTrust trust, X509Certificate? certificate, X509Chain? chain)
    {
        if (certificate is null) return "it has no certificate";
        var shown = X509CertificateLoader.LoadCertificate(certificate.GetRawCertData());
        return trust.ProblemOf(new ServerCredentials(shown.PublicKey.ExportSubjectPublicKeyInfo(), shown, chain is null ? [] : [.. chain.ChainPolicy.ExtraStore]));
    }
}
