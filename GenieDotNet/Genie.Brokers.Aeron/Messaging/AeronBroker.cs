using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;
using Genie.Brokers.Drivers;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>Aeron through either client: what they have in common is everything but how the media driver's files are read and written.</summary>
internal sealed class AeronBroker : DriverBroker
{
    private static readonly SharedResources<AeronLink> Links = new();

    private readonly AeronOptions _options;
    private readonly AeronAddress _address;
    private readonly IBrokerDriver _driver;
    private readonly Func<CncFile, string, AeronOptions, IAeronClient> _createClient;
    private readonly string _linkName;
    private volatile string _server = "";

    /// <summary>Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">A setting cannot be used.</exception>
    public AeronBroker(AeronOptions options, IBrokerDriver driver, Func<CncFile, string, AeronOptions, IAeronClient> createClient)
    {
        (_options, _driver, _createClient) = (options, driver, createClient);
        _address = new AeronAddress(options);
        _linkName = $"{driver.Client} {_address.Folder} {options.Idle} {options.DriverTimeout}";
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits => new()
    {
        Broker = AeronDrivers.Name,
        Client = _driver.Client,
        ClientVersion = _driver.ClientVersion,
        Server = _server,
        Confirmations = [Confirmation.Buffered],
        MaxPayloadBytes = _address.Limit.BytesMax,
        OrderedPerSender = true,
        CanRedeliver = false,
        Remarks = $"{_address.Channel}, terms of {_address.TermBytes} bytes, idle: {_options.Idle.ToString().ToLowerInvariant()}",
    };

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var link = await AcquireAsync().ConfigureAwait(false);
        var connection = new AeronConnection(channel, options, _address, link, ReleaseAsync);
        return await OpenAsync(connection, new ValueTask(connection.OpenAsync(_options.ConnectTimeout, cancellationToken))).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var link = await AcquireAsync().ConfigureAwait(false);
        var listener = new AeronListener(channel, options, handler, _address, link, ReleaseAsync);
        return await OpenAsync(listener, new ValueTask(listener.OpenAsync(_options.ConnectTimeout, cancellationToken))).ConfigureAwait(false);
    }

    private async ValueTask<AeronLink> AcquireAsync()
    {
        var link = await Links.AcquireAsync(_linkName, () => AeronLink.OpenAsync(_options, _address.Folder, _createClient)).ConfigureAwait(false);
        _server = link.Server;
        return link;
    }

    private ValueTask ReleaseAsync(IAsyncDisposable ended)
    {
        Forget(ended);
        return Links.ReleaseAsync(_linkName);
    }
}
