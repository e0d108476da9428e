namespace Genie.Brokers.Links;

/// <summary>What the options of all systems with a server share: how a link to it is made, encrypted and restored.</summary>
public abstract record ServerOptions
{
    /// <summary>Time for one attempt to connect, the protocol's greeting included. Default 10 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <inheritdoc cref="ReconnectPolicy.InitialDelay"/>
    public TimeSpan ReconnectInitialDelay { get; init; } = new ReconnectPolicy().InitialDelay;

    /// <inheritdoc cref="ReconnectPolicy.MaxDelay"/>
    public TimeSpan ReconnectMaxDelay { get; init; } = new ReconnectPolicy().MaxDelay;

    /// <inheritdoc cref="ReconnectPolicy.RefusedDelay"/>
    public TimeSpan ReconnectRefusedDelay { get; init; } = new ReconnectPolicy().RefusedDelay;

    /// <inheritdoc cref="LinkOptions.WriteTimeout"/>
    public TimeSpan WriteTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <inheritdoc cref="LinkTls.CaFile"/>
    public string TlsCaFile { get; init; } = "";

    /// <inheritdoc cref="LinkTls.CertificateFile"/>
    public string TlsCertificateFile { get; init; } = "";

    /// <inheritdoc cref="LinkTls.KeyFile"/>
    public string TlsKeyFile { get; init; } = "";

    /// <inheritdoc cref="LinkTls.ServerName"/>
    public string TlsServerName { get; init; } = "";

    /// <inheritdoc cref="LinkOptions.Changed"/>
    public Action<LinkChange>? LinkChanged { get; init; }

    /// <summary>The server's address as anybody may see it: without credentials.</summary>
    protected abstract string Shown { get; }

    /// <summary>How a link is encrypted, if it is.</summary>
    public LinkTls CreateTls() => new() { CaFile = TlsCaFile, CertificateFile = TlsCertificateFile, KeyFile = TlsKeyFile, ServerName = TlsServerName };

    /// <summary>How to reach a server.</summary>
    /// <param name="broker">The system's name, for errors.</param>
    /// <param name="address">The server.</param>
    /// <param name="tls">TLS from the first byte.</param>
    public LinkOptions LinkTo(string broker, BrokerUrl address, bool tls) => new()
    {
        Broker = broker,
        Host = address.Host,
        Port = address.Port,
        Tls = tls ? CreateTls() : null,
        ConnectTimeout = ConnectTimeout,
        Reconnect = new() { InitialDelay = ReconnectInitialDelay, MaxDelay = ReconnectMaxDelay, RefusedDelay = ReconnectRefusedDelay },
        WriteTimeout = WriteTimeout,
        Changed = LinkChanged,
    };

    /// <summary>The address without credentials; the compiler's own text would show password and token.</summary>
    public sealed override string ToString() => $"{GetType().Name} {{ {Shown} }}";
}
