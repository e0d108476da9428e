using Genie.Brokers.Mqtt.Wire.Protocol;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>What one link is for: its subscription, and where its messages go. It outlives the sessions.</summary>
internal abstract class MqttRole
{
    /// <summary>What each session subscribes to.</summary>
    public abstract string TopicFilter { get; }

    /// <summary>The most that messages are to come at.</summary>
    public abstract MqttQos Qos { get; }

    /// <summary>True if messages that the server retains are wanted.</summary>
    public virtual bool WantsRetained => false;

    /// <summary>What waits for the handlers of its messages; null where there are none.</summary>
    public virtual HandlerBacklog? Backlog => null;

    /// <summary>True if messages are answered on the thread that reads, so that their answers are worth batching.</summary>
    public virtual bool AnswersInline => false;

    /// <summary>How the next session presents itself.</summary>
    public abstract MqttIdentity Identify();

    /// <summary>A session began; nothing has come over it yet.</summary>
    public virtual void OnOpened(MqttSession session, bool isResumed)
    {
    }

    /// <summary>Takes a message. The bytes are valid until the task completes. The role acknowledges it.</summary>
    public abstract ValueTask OnPublishAsync(MqttSession session, in MqttPublish publish);

    /// <summary>The server released a message at QoS 2: its identifier is free again.</summary>
    public virtual void OnReleased(ushort packetId)
    {
    }

    /// <summary>The server answered for a publication.</summary>
    public virtual void OnSettled(MqttOutgoing outgoing, byte reasonCode, string reason)
    {
    }
}
