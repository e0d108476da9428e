namespace Genie.Servers;

/// <summary>What a classic ActiveMQ server of one's own differs in from the default: users, TLS.</summary>
public sealed record ActiveMqSettings
{
    /// <summary>A further port, for both protocols under TLS; null for none.</summary>
    public int? TlsPort { get; init; }

    /// <summary>PKCS#12 file with the server's certificate and key.</summary>
    public string TlsKeyStoreFile { get; init; } = "";

    /// <summary>That file's password.</summary>
    public string TlsKeyStorePassword { get; init; } = "";

    /// <summary>The only user who is let in; empty: anyone is.</summary>
    public string User { get; init; } = "";

    /// <summary>That user's password.</summary>
    public string Password { get; init; } = "";

    /// <summary>The queues that the user may write to, as ActiveMQ's patterns have it. Default: all.</summary>
    public string WritableQueues { get; init; } = ">";

    /// <summary>Java's heap. Default 512 MB.</summary>
    public int HeapMegabytes { get; init; } = 512;
}
