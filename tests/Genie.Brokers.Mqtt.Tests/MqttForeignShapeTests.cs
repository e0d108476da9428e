using System.Buffers;
using Genie.Testing;
using MQTTnet;
using MQTTnet.Packets;
using MQTTnet.Protocol;

namespace Genie.Brokers.Mqtt.Tests;

/// <summary>Messages with every kind of property. Headers that are no text there are none: servers take no user property that is not UTF-8 (MQTT 5 section 1.5.4).</summary>
public abstract class MqttForeignShapeTests(MosquittoFixture fixture, string client) : ForeignHeaderShapeTests
{
    protected override IBroker CreateBroker()
    {
        fixture.Require();
        return MqttDrivers.All.Single(driver => driver.Client == client).Create(fixture.Options);
    }

    protected override async Task<bool> TrySendAsync(ForeignShape shape, byte[] body)
    {
        if (shape == ForeignShape.HeadersThatAreNoText) return false;
        var message = new MqttApplicationMessage
        {
            Topic = fixture.Options.TopicPrefix + Channel,
            Payload = new ReadOnlySequence<byte>(body),
            QualityOfServiceLevel = MqttQualityOfServiceLevel.AtLeastOnce,
        };
        switch (shape)
        {
            case ForeignShape.UnknownContent:
                (message.ContentType, message.PayloadFormatIndicator, message.MessageExpiryInterval) = ("nobody/knows", MqttPayloadFormatIndicator.CharacterData, 600);
                break;
            case ForeignShape.AnswerOfNobody:
                message.CorrelationData = "7"u8.ToArray();
                break;
            case ForeignShape.AnswerToNobody:
                (message.CorrelationData, message.ResponseTopic) = ("7"u8.ToArray(), "nobody/listens");
                break;

            // No topic to publish to (section 3.3.2.3.5), and servers pass it on.
            case ForeignShape.AnswerToNowhere:
                (message.CorrelationData, message.ResponseTopic) = ("7"u8.ToArray(), "nobody/+/#");
                break;
            case ForeignShape.OurNames:
                message.UserProperties = [Property("genie-id", "7"), Property("genie-id", ""), Property("genie-sent-at", "yesterday"), Property("genie-answer", "perhaps")];
                break;
        }

        using var link = new MqttClientFactory().CreateMqttClient();
        await link.ConnectAsync(new MqttClientOptionsBuilder().WithTcpServer("127.0.0.1", fixture.Options.Url.Port).WithProtocolVersion(MQTTnet.Formatter.MqttProtocolVersion.V500).Build());
        Assert.True((await link.PublishAsync(message)).IsSuccess);
        await link.DisconnectAsync();
        return true;
    }

    private static MqttUserProperty Property(string name, string value) => new(name, System.Text.Encoding.UTF8.GetBytes(value));
}

[Collection(MosquittoTests.Name)]
public sealed class MqttWireForeignShapeTests(MosquittoFixture fixture) : MqttForeignShapeTests(fixture, "wire");

[Collection(MosquittoTests.Name)]
public sealed class MqttOfficialForeignShapeTests(MosquittoFixture fixture) : MqttForeignShapeTests(fixture, "official");
