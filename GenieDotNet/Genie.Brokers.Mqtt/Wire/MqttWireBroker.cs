using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>MQTT 5 through our own protocol code.</summary>
internal sealed class MqttWireBroker : DriverBroker
{
    private readonly string _clientVersion;
    private readonly MqttServerKnowledge _knowledge;

    public MqttWireBroker(MqttOptions options, string clientVersion)
    {
        options.Check();
        Options = options;
        _clientVersion = clientVersion;
        _knowledge = new MqttServerKnowledge(options);
    }

    public MqttOptions Options { get; }

    /// <inheritdoc/>
    public override BrokerTraits Traits => MqttTraits.Of(Options, "wire", _clientVersion, _knowledge.Facts);

    internal long MaxPayloadBytes => Math.Min(Options.MaxPacketBytes, _knowledge.Facts.MaxPacketBytes) - MqttTraits.HeadroomBytes;

    /// <summary>At most 23 characters of letters and digits, which every server takes: MQTT 5.0 section 3.1.3.1.</summary>
    public static string NewClientId() => $"genie{Guid.NewGuid():N}"[..23];

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var connection = new MqttWireConnection(this, channel, options);
        await OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        await _knowledge.ProbeOnceAsync(cancellationToken).ConfigureAwait(false);
        return connection;
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new MqttWireListener(this, channel, options, handler);
        return await OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <summary>A link of its own for a connection or a listener.</summary>
    internal SupervisedLink<MqttSession> CreateLink(MqttRole role, Action<Exception> lost)
    {
        var linkOptions = Options.Link;
        return new SupervisedLink<MqttSession>(linkOptions, OpenSessionAsync, lost);

        async ValueTask<MqttSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await MqttSession.OpenAsync(Options, linkOptions, role, cancellationToken).ConfigureAwait(false);
            _knowledge.Greeted(session.Greeting.MaxPacketBytes);
            return session;
        }
    }
}
