namespace Genie.Servers;

/// <summary>What a RabbitMQ node of one's own differs in from the default: users, TLS, lines of its configuration.</summary>
public sealed record RabbitMqSettings
{
    /// <summary>Users and their passwords; each may do everything in the virtual host <c>/</c>. Default: guest with guest,
    /// whom RabbitMQ lets in from loopback only.</summary>
    public IReadOnlyDictionary<string, string> Users { get; init; } = new Dictionary<string, string> { ["guest"] = "guest" };

    /// <summary>A second port, for TLS; null for none.</summary>
    public int? TlsPort { get; init; }

    /// <summary>PEM file of the server's certificate, with its intermediates.</summary>
    public string TlsCertificateFile { get; init; } = "";

    /// <summary>PEM file of that certificate's key.</summary>
    public string TlsKeyFile { get; init; } = "";

    /// <summary>PEM file of the authorities whose client certificates are taken; empty: no client certificate is asked for.</summary>
    public string TlsClientCaFile { get; init; } = "";

    /// <summary>Further lines of <c>rabbitmq.conf</c>.</summary>
    public string Configuration { get; init; } = "";
}
