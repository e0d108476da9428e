using System.Security.Cryptography.X509Certificates;
using Grpc.Net.Client;

namespace Genie.Extensions.Genius.Client.Calls;

/// <summary>Opens channels.</summary>
internal static class Channels
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(10);

    public static GrpcChannel Open(GeniusClientOptions options)
    {
        var handler = new SocketsHttpHandler
        {
            ConnectTimeout = ConnectTimeout,
            KeepAlivePingDelay = options.KeepAliveInterval,
            KeepAlivePingTimeout = options.KeepAliveInterval,

            // A connection has 100 streams with most servers, and a subscription keeps one.
            EnableMultipleHttp2Connections = true,
        };
        if (options.ClientCertificate is { } certificate) handler.SslOptions.ClientCertificates = [certificate];
        if (options.TrustedRoots is { } roots) handler.SslOptions.CertificateChainPolicy = Trusting(roots);
        return GrpcChannel.ForAddress(options.Address, new GrpcChannelOptions { HttpHandler = handler, DisposeHttpClient = true, MaxReceiveMessageSize = options.MessageBytesMax });
    }

    // As SslStream does without a policy: private authorities rarely publish what they revoke.
    private static X509ChainPolicy Trusting(X509Certificate2Collection roots)
    {
        var policy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        policy.CustomTrustStore.AddRange(roots);
        policy.ApplicationPolicy.Add(new System.Security.Cryptography.Oid("1.3.6.1.5.5.7.3.1"));
        return policy;
    }
}
