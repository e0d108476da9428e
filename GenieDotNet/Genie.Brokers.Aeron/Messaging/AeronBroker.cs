using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;
using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>Aeron through either client: what they have in common is everything but how the media driver's files are read and written.</summary>
internal sealed class AeronBroker : DriverBroker
{
    private static readonly SharedResources<AeronLink> Links = new();

    private readonly AeronOptions _options;
    private readonly AeronAddress _address;
    private readonly DriverDescription _driver;
    private readonly Func<CncFile, string, AeronOptions, IAeronClient> _createClient;
    private readonly string _linkName;
    private volatile string _server = "";

    /// <summary>Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">A setting cannot be used.</exception>
    public AeronBroker(AeronOptions options, DriverDescription driver, Func<CncFile, string, AeronOptions, IAeronClient> createClient)
    {
        (_options, _driver, _createClient) = (options, driver, createClient);
        _address = new AeronAddress(options);
        _linkName = $"{driver.Client} {_address.Folder} {options.Idle} {options.DriverTimeout}";
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits => _driver.Traits(
        [Confirmation.Buffered], _address.Limit.BytesMax, _server,
        remarks: $"{_address.Channel}, terms of {_address.TermBytes} bytes, idle: {_options.Idle.ToString().ToLowerInvariant()}");

    /// <inheritdoc/>
    protected override async ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var link = await AcquireAsync().ConfigureAwait(false);
        return new AeronConnection(channel, options, _address, link, _options.ConnectTimeout, ReleaseAsync);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var link = await AcquireAsync().ConfigureAwait(false);
        return new AeronListener(channel, options, handler, _address, link, _options.ConnectTimeout, ReleaseAsync);
    }

    private async ValueTask<AeronLink> AcquireAsync()
    {
        var link = await Links.AcquireAsync(_linkName, () => AeronLink.OpenAsync(_options, _address.Folder, _createClient)).ConfigureAwait(false);
        _server = link.Server;
        return link;
    }

    private ValueTask ReleaseAsync() => Links.ReleaseAsync(_linkName);
}
