namespace Genie.Servers;

/// <summary>What a Redis server of one's own differs in from the default.</summary>
public sealed record RedisSettings
{
    /// <summary>The password of the default user, without quotation marks and backslashes; empty lets everybody in.</summary>
    public string Password { get; init; } = "";

    /// <summary>
    /// Each command is on disk before it is answered (<c>appendfsync always</c>). Default false: written to the file before, and brought to
    /// disk once a second.
    /// </summary>
    public bool SynchronisesAlways { get; init; }

    /// <summary>A second port, for TLS; null for none.</summary>
    public int? TlsPort { get; init; }

    /// <summary>PEM file of the server's certificate.</summary>
    public string TlsCertificateFile { get; init; } = "";

    /// <summary>PEM file of that certificate's key.</summary>
    public string TlsKeyFile { get; init; } = "";

    /// <summary>Further lines of <c>redis.conf</c>.</summary>
    public string Configuration { get; init; } = "";
}
