using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Genie.Grpc.Listening;

/// <summary>Makes Kestrel listen as gRPC wants it: HTTP/2, and with long timeouts for streams.</summary>
public static class GrpcListening
{
    private const string ClientAuthentication = "1.3.6.1.5.5.7.3.2";
    private static readonly TimeSpan PingDelay = TimeSpan.FromSeconds(30);

    /// <summary>Adds an end point for gRPC.</summary>
    /// <param name="server">Kestrel.</param>
    /// <param name="options">Where, and to whom.</param>
    /// <param name="configure">Adds to the end point, behind TLS.</param>
    /// <exception cref="ArgumentException">Client certificates are wanted on an end point without TLS, or no calls on a connection.</exception>
    public static void ListenForGrpc(this KestrelServerOptions server, GrpcListenOptions options, Action<ListenOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(server);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.StreamsPerConnectionMax, 1, nameof(options));
        if (options.Certificate is null && options.ClientCertificates != ClientCertificateMode.NoCertificate)
            throw new ArgumentException("Client certificates need TLS: give the server a certificate.", nameof(options));

        // A stream may rest, and its reader may be slow: a rate would end it. Peers that are gone are found by pings instead.
        server.Limits.MinResponseDataRate = null;
        server.Limits.Http2.KeepAlivePingDelay = PingDelay;
        server.Limits.Http2.MaxStreamsPerConnection = options.StreamsPerConnectionMax;
        server.Listen(options.Address, listen =>
        {
            listen.Protocols = options.Protocols;
            if (options.Certificate is not null) listen.UseHttps(https => Configure(https, options));
            configure?.Invoke(listen);
        });
    }

    private static void Configure(HttpsConnectionAdapterOptions https, GrpcListenOptions options)
    {
        https.ServerCertificate = options.Certificate;
        https.ClientCertificateMode = options.ClientCertificates;
        if (options.ClientAuthorities.Count > 0)
            https.ClientCertificateValidation = (certificate, _, errors) => IsSignedBy(options.ClientAuthorities, certificate, errors);
    }

    private static bool IsSignedBy(X509Certificate2Collection authorities, X509Certificate2 certificate, SslPolicyErrors errors)
    {
        if (errors.HasFlag(SslPolicyErrors.RemoteCertificateNotAvailable)) return false;
        using var chain = new X509Chain();
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        chain.ChainPolicy.CustomTrustStore.AddRange(authorities);
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        chain.ChainPolicy.ApplicationPolicy.Add(new Oid(ClientAuthentication));
        return chain.Build(certificate);
    }
}
