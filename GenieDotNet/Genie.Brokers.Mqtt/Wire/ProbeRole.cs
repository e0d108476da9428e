using System.Text;
using Genie.Brokers.Links;
using Genie.Brokers.Mqtt.Wire.Protocol;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>The link of a probe: sends to itself, or reads what the server retains.</summary>
internal sealed class ProbeRole(string topic, MqttQos qos, bool retained) : MqttRole
{
    private readonly byte[] _topic = Encoding.UTF8.GetBytes(topic);
    private readonly string _clientId = MqttBroker.NewClientId();
    private TaskCompletionSource<ushort> _arrived = NewSource();
    private TaskCompletionSource<ushort> _settled = NewSource();

    public override string TopicFilter => topic;

    public override MqttQos Qos => qos;

    public override bool WantsRetained => retained;

    /// <summary>The last message as text.</summary>
    public string Text { get; private set; } = "";

    public override MqttIdentity Identify() => new(_clientId, CleanStart: true, SessionExpirySeconds: 0, ushort.MaxValue);

    /// <summary>Publishes to oneself at QoS 1 and waits for both the confirmation and the message before acknowledging.</summary>
    public async Task ExchangeAsync(MqttSession session, CancellationToken cancellationToken)
    {
        (_arrived, _settled) = (NewSource(), NewSource());
        session.Outbox.TryTake(default, out var packetId);
        var frame = new PublishFrame { Topic = _topic, Qos = MqttQos.AtLeastOnce, PacketId = packetId, Payload = _topic };
        await session.Writer.WriteAsync(frame, FlushBy.Caller, cancellationToken).ConfigureAwait(false);
        var both = Task.WhenAll(_arrived.Task, _settled.Task);
        if (await Task.WhenAny(both, session.Ended).WaitAsync(cancellationToken).ConfigureAwait(false) != both) throw await session.Ended.ConfigureAwait(false);
        await session.AcknowledgeAsync(MqttPacketType.PubAck, await _arrived.Task.ConfigureAwait(false), MqttReasons.Success, FlushBy.Caller).ConfigureAwait(false);
    }

    public override ValueTask OnPublishAsync(MqttSession session, in MqttPublish publish)
    {
        Text = Encoding.UTF8.GetString(publish.Payload);
        _arrived.TrySetResult(publish.PacketId);
        return ValueTask.CompletedTask;
    }

    public override void OnSettled(MqttOutgoing outgoing, byte reasonCode, string reason) => _settled.TrySetResult(0);

    private static TaskCompletionSource<ushort> NewSource() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
