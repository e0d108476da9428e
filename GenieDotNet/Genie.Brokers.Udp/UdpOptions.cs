using Genie.Brokers.Drivers;

namespace Genie.Brokers.Udp;

/// <summary>How clients and listeners meet over UDP. Brokerless: the listener binds <see cref="Url"/>, clients connect to it. Both sides need the same client.</summary>
/// <remarks>Everything is in the clear unless a certificate, an authority or a pin is named, which the client <c>litenetlib</c> refuses: it encrypts nothing.</remarks>
public sealed record UdpOptions
{
    /// <summary>Where the listener binds and clients connect: <c>udp://host:port</c>. Default udp://127.0.0.1:5598.</summary>
    public Uri Url { get; init; } = new("udp://127.0.0.1:5598");

    /// <summary>PEM file of the certificate by which a listener proves who it is; with it everything is encrypted. Clients need none.</summary>
    public string TlsCertificateFile { get; init; } = "";

    /// <summary>PEM file of that certificate's key. Empty: the key is in <see cref="TlsCertificateFile"/>.</summary>
    public string TlsKeyFile { get; init; } = "";

    /// <summary>PEM file of the authorities that clients believe; with it they talk to nobody in the clear.</summary>
    public string TlsCaFile { get; init; } = "";

    /// <summary>The key of the listener that clients believe, whoever signed it: SHA-256 of the public key (SubjectPublicKeyInfo) in hexadecimal. Instead of
    /// <see cref="TlsCaFile"/>; name and authority do not matter then.</summary>
    public string TlsPin { get; init; } = "";

    /// <summary>The name that the listener's certificate must carry for who believes authorities. Empty: the host of <see cref="Url"/>.</summary>
    public string TlsServerName { get; init; } = "";

    /// <summary>Senders wait, and nothing is dropped, while this many bytes are not handed to the transport. Default 256 KiB.</summary>
    public int HighWaterMarkBytes { get; init; } = 256 * 1024;

    /// <summary>What this side takes of a link before it has handled what came earlier, bytes, 64 KiB to 32 MiB. The other side sends no more until it has
    /// room, so this bounds the memory of a link and, over a long path, what it carries a round trip. Default 1 MiB.</summary>
    public int ReceiveWindowBytes { get; init; } = 1024 * 1024;

    /// <summary>The largest message taken by either side. Default 64 MiB.</summary>
    public int MaxMessageBytes { get; init; } = 64 * 1024 * 1024;

    /// <summary>A silent link is asked this often whether it is there, and given up after three times as long; 10 ms to 24 h. Default 5 s.</summary>
    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Time for the handshake; who is not there by then is sought again in the background; 10 ms to 24 h. Default 2 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>The settings without secrets; the compiler's own text would show what somebody wrote as the URL's password.</summary>
    public override string ToString() => BrokerOptionsBinder.ToText(this);
}
