using System.Net;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Rpc.Quic;

/// <summary>How a <see cref="QuicRpcConnection"/> reaches its server.</summary>
public sealed record QuicRpcConnectOptions
{
    /// <summary>The server's address: an <see cref="IPEndPoint"/> or a <see cref="DnsEndPoint"/>.</summary>
    public required EndPoint EndPoint { get; init; }

    /// <summary>The name that the server's certificate must have. Null: that of the address.</summary>
    public string? TargetHost { get; init; }

    /// <summary>Which certificates are believed. Default the system's.</summary>
    public QuicRpcTrust Trust { get; init; } = QuicRpcTrust.System;

    /// <summary>What is shown to servers that ask for a certificate, with its private key.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Both sides must name the same.</summary>
    public string ApplicationProtocol { get; init; } = QuicRpcListenOptions.DefaultApplicationProtocol;

    /// <summary>The most streams that the server may open for its own calls to this side. Default 64; 0: it cannot call.</summary>
    public int MaxStreams { get; init; } = 64;

    /// <summary>The time for one attempt to connect. Default 10 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>A connection whose other side is silent for this long is given up. Default 15 s.</summary>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>A silent connection is asked this often whether it is there. Default 5 s.</summary>
    public TimeSpan KeepAliveInterval { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The longest pause between two attempts to connect again; the first is 50 ms, and each is drawn up to twice the one before. Default 2 s.</summary>
    public TimeSpan MaxReconnectDelay { get; init; } = TimeSpan.FromSeconds(2);
}
