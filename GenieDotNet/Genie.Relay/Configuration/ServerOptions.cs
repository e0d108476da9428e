namespace Genie.Relay.Configuration;

/// <summary>Where clients connect, and how long calls may take.</summary>
public sealed record ServerOptions
{
    /// <summary>The address to listen on. Default all.</summary>
    public string Host { get; init; } = "0.0.0.0";

    /// <summary>The port for gRPC over HTTP/2; 0 takes a free one. Default 8080.</summary>
    public int Port { get; init; } = 8080;

    /// <summary>A call that a worker has, and that no byte has moved for, ends after this long; zero: never. For a unary call it is the longest time. Default 5 s.</summary>
    public TimeSpan ProxyTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long calls are still taken after the readiness probe has begun to say no. Default none.</summary>
    public TimeSpan DrainDelay { get; init; }

    /// <summary>How long calls under way may take after a stop was asked for. Default 30 s.</summary>
    public TimeSpan DrainTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>PEM file of the server's certificate; empty: no TLS.</summary>
    public string TlsCertificate { get; init; } = "";

    /// <summary>PEM file of its key.</summary>
    public string TlsKey { get; init; } = "";

    /// <summary>PEM file of those who sign clients' certificates; empty: clients need none.</summary>
    public string TlsClientCa { get; init; } = "";

    /// <summary>A port for gRPC-Web over HTTP/1.1 without TLS; 0: none. Over HTTP/2, and with TLS, <see cref="Port"/> takes it.</summary>
    public int GrpcWebPort { get; init; }

    /// <summary>Origins of pages that may call by gRPC-Web; <c>*</c>: all. Default none but the relay's own.</summary>
    public IReadOnlyList<string> GrpcWebOrigins { get; init; } = [];

    /// <summary>Names of metadata in answers that pages of other origins may read (CORS), beside gRPC's own; <c>*</c>: all. Default none.</summary>
    public IReadOnlyList<string> GrpcWebExposedHeaders { get; init; } = [];

    /// <summary>Workers that a call is tried on after the first, where nothing of it was sent. Default 2.</summary>
    public int Retries { get; init; } = 2;

    /// <summary>Methods (<c>/package.Service/Method</c>, or <c>/package.Service/*</c>) that may run twice: a call is tried again also where its worker died with it. Default none.</summary>
    public IReadOnlyList<string> IdempotentMethods { get; init; } = [];

    /// <summary>Bytes of requests kept for a second try of an idempotent method; larger ones are not tried again. Default 64 KiB.</summary>
    public int ReplayBytes { get; init; } = 64 << 10;
}
