using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.ProtoActor.Official.Listening;
using Genie.Brokers.ProtoActor.Official.Sending;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>Actors of another process, over gRPC.</summary>
internal sealed class RemoteBroker : DriverBroker
{
    private static readonly SharedResources<RemoteEndpoint> Endpoints = new();

    private readonly ProtoActorOptions _options;
    private readonly BrokerUrl _url;

    /// <summary>Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL cannot be used.</exception>
    public RemoteBroker(ProtoActorOptions options)
    {
        _options = options;
        _url = ProtoActorUrl.Parse(options);
        Traits = RemoteDriver.Description.Traits([Confirmation.Buffered], options.MaxMessageBytes, "none (brokerless), gRPC");
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new ActorConnection(channel, options, _options, new RemoteLink(_options, _url)));

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var address = $"{_url.Host}:{_url.Port}";
        var endpoint = await Endpoints.AcquireAsync(address, () => RemoteEndpoint.BindAsync(_options, _url)).ConfigureAwait(false);
        var listener = new ActorListener(options, handler, _options.MaxMessageBytes, ending => endpoint.Gateway.Listeners.Remove(channel, ending), () => Endpoints.ReleaseAsync(address));
        endpoint.Gateway.Add(channel, listener);
        return listener;
    }
}
