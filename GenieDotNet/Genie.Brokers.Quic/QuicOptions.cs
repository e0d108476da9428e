using Genie.Brokers.Drivers;

namespace Genie.Brokers.Quic;

/// <summary>How clients and listeners meet over QUIC. Brokerless: the listener binds <see cref="Url"/>, clients connect to it. TLS 1.3 always.</summary>
/// <remarks>Where none of the files and pins is named, both sides use the user's development certificate: see docs/drivers/quic.md.</remarks>
public sealed record QuicOptions
{
    /// <summary>Where the listener binds, for UDP, and clients connect: <c>quic://host:port</c>. Default quic://127.0.0.1:5597.</summary>
    public Uri Url { get; init; } = new("quic://127.0.0.1:5597");

    /// <summary>PEM file of the certificate that this side shows; a listener needs one. Empty: the development certificate, where nothing is named at all.</summary>
    public string TlsCertificateFile { get; init; } = "";

    /// <summary>PEM file of that certificate's key. Empty: the key is in <see cref="TlsCertificateFile"/>.</summary>
    public string TlsKeyFile { get; init; } = "";

    /// <summary>PEM file of the authorities that are believed instead of the system's.</summary>
    public string TlsCaFile { get; init; } = "";

    /// <summary>Keys of the other side that are believed, whoever signed them: SHA-256 of the public key (SubjectPublicKeyInfo) in hexadecimal, separated by
    /// commas. Name and authority do not matter then.</summary>
    public string TlsPins { get; init; } = "";

    /// <summary>The name that the listener's certificate must carry. Empty: the host of <see cref="Url"/>.</summary>
    public string TlsServerName { get; init; } = "";

    /// <summary>The listener asks clients for a certificate, and judges it by the same authorities or pins. Default true; false lets in whoever reaches the port.</summary>
    public bool TlsMutual { get; init; } = true;

    /// <summary>Senders wait, and nothing is dropped, while this many bytes are not handed to QUIC. Default 256 KiB.</summary>
    public int HighWaterMarkBytes { get; init; } = 256 * 1024;

    /// <summary>The largest message taken by either side. Default 64 MiB.</summary>
    public int MaxMessageBytes { get; init; } = 64 * 1024 * 1024;

    /// <summary>A silent link is asked this often whether it is there, and given up after three times as long. Default 5 s.</summary>
    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Time for the handshake and the opening of the link together. Default 10 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The settings without secrets; the compiler's own text would show what somebody wrote as the URL's password.</summary>
    public override string ToString() => BrokerOptionsBinder.ToText(this);
}
