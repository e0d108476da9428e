using System.Net;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Rpc.Quic;

/// <summary>How a <see cref="QuicRpcServer{TContext}"/> listens. TLS 1.3 always, early data (0-RTT) never.</summary>
public sealed record QuicRpcListenOptions
{
    /// <summary>The protocol's name in the TLS handshake (ALPN) unless another is chosen.</summary>
    public const string DefaultApplicationProtocol = "genie-rpc/1";

    /// <summary>The server's certificate, with its private key.</summary>
    public required X509Certificate2 Certificate { get; init; }

    /// <summary>The UDP address. Default 127.0.0.1, a free port.</summary>
    public IPEndPoint EndPoint { get; init; } = new(IPAddress.Loopback, 0);

    /// <summary>Clients must show a certificate that this accepts. Null: they need none.</summary>
    public QuicRpcTrust? ClientTrust { get; init; }

    /// <summary>Both sides must name the same. Default <see cref="DefaultApplicationProtocol"/>.</summary>
    public string ApplicationProtocol { get; init; } = DefaultApplicationProtocol;

    /// <summary>The most connections at a time; further ones are refused in their handshake. Default 1,000.</summary>
    public int MaxConnections { get; init; } = 1000;

    /// <summary>The most handshakes at a time. Default 256.</summary>
    public int MaxHandshakes { get; init; } = 256;

    /// <summary>The most streams, and so calls at a time, of one connection; callers wait for one. Default 256.</summary>
    public int MaxStreams { get; init; } = 256;

    /// <summary>The time a handshake may take. Default 10 s.</summary>
    public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>A connection that is silent for this long is given up. Default 30 s.</summary>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromSeconds(30);
}
