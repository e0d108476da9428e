using Genie.Brokers.Mqtt.Wire;
using MQTTnet;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>What one link is for; it outlives the sessions.</summary>
internal abstract class MqttOfficialRole
{
    public abstract string TopicFilter { get; }

    public abstract MqttQos Qos { get; }

    /// <summary>How the next session presents itself.</summary>
    public abstract MqttIdentity Identify();

    /// <summary>A session began.</summary>
    public virtual void OnOpened(MqttOfficialSession session, bool isResumed)
    {
    }

    /// <summary>Takes a message; the library gives one at a time. The role acknowledges it.</summary>
    public abstract Task OnMessageAsync(MqttOfficialSession session, MqttApplicationMessageReceivedEventArgs message);
}
