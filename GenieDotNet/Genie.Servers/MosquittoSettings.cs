namespace Genie.Servers;

/// <summary>What a mosquitto of one's own differs in from the default.</summary>
public sealed record MosquittoSettings
{
    /// <summary>Users and their passwords; none means that everybody is let in.</summary>
    public IReadOnlyDictionary<string, string> Users { get; init; } = new Dictionary<string, string>();

    /// <summary>
    /// Sends small packets at once. Mosquitto's own default leaves Nagle's algorithm on, which makes exchanges at
    /// QoS 1 take 40 ms. Default true.
    /// </summary>
    public bool NoDelay { get; init; } = true;

    /// <summary>A second port, for TLS; null for none.</summary>
    public int? TlsPort { get; init; }

    /// <summary>PEM file of the server's certificate.</summary>
    public string TlsCertificateFile { get; init; } = "";

    /// <summary>PEM file of that certificate's key.</summary>
    public string TlsKeyFile { get; init; } = "";

    /// <summary>Further lines of <c>mosquitto.conf</c>.</summary>
    public string Configuration { get; init; } = "";
}
