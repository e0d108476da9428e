namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>A number that stands for a topic after the first message (MQTT 5.0 section 3.3.2.3.4). Of one session; changed
/// under the writer's lock only, so that the message that names the topic goes out first.</summary>
internal sealed class TopicAlias
{
    public const int Number = 1;

    public bool IsKnownToServer { get; set; }
}
