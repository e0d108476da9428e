using Genie.Brokers.Drivers;

namespace Genie.Brokers.Links;

/// <summary>What the options of all systems with a server share: how a link to it is made, encrypted and restored.</summary>
public abstract record ServerOptions
{
    /// <summary>Further servers of the same cluster, <c>host:port</c> each, separated by commas: tried where the URL's cannot be reached, and after a
    /// link to it was lost, with the URL's scheme and credentials. Default none.</summary>
    [SecretSetting(SettingSecrecy.Addresses)]
    public string FurtherServers { get; init; } = "";

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

    /// <summary>The URL's server and the further ones.</summary>
    /// <param name="broker">The system's name, for errors.</param>
    /// <param name="address">The URL's server.</param>
    /// <exception cref="BrokerSettingException">A further server that is no address.</exception>
    public IReadOnlyList<ServerAddress> ServersOf(string broker, BrokerUrl address)
    {
        List<ServerAddress> servers = [new(address.Host, address.Port)];
        foreach (var text in FurtherServers.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            servers.Add(ServerAddress.TryParse(text, address.Port, out var server)
                ? server
                : throw new BrokerSettingException($"{broker}.further-servers: the value is no list of addresses: expected host:port, separated by commas."));
        }

        return servers;
    }

    /// <summary>How to reach a server.</summary>
    /// <param name="broker">The system's name, for errors.</param>
    /// <param name="address">The server.</param>
    /// <param name="tls">TLS from the first byte.</param>
    public LinkOptions LinkTo(string broker, BrokerUrl address, bool tls) => new()
    {
        Broker = broker,
        Host = address.Host,
        Port = address.Port,
        Servers = FurtherServers.Length > 0 ? new ServerList(ServersOf(broker, address)) : null,
        Tls = tls ? CreateTls() : null,
        ConnectTimeout = ConnectTimeout,
        Reconnect = new() { InitialDelay = ReconnectInitialDelay, MaxDelay = ReconnectMaxDelay, RefusedDelay = ReconnectRefusedDelay },
        WriteTimeout = WriteTimeout,
        Changed = LinkChanged,
    };

    /// <summary>The address without credentials; the compiler's own text would show password and token.</summary>
    public sealed override string ToString() => $"{GetType().Name} {{ {Shown} }}";
}
