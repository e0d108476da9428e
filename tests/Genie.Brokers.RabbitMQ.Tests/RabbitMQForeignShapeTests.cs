using Genie.Brokers.RabbitMQ.Official;
using Genie.Testing;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Tests;

/// <summary>Messages with every kind of property.</summary>
[Collection(RabbitMQServerTests.Name)]
public sealed class RabbitMQForeignShapeTests(RabbitMQServerFixture fixture) : ForeignHeaderShapeTests
{
    private static readonly byte[] NoText = [0xff, 0, 0xfe];

    protected override IBroker CreateBroker()
    {
        fixture.Require();
        return new RabbitMQBroker(fixture.Options);
    }

    protected override async Task<bool> TrySendAsync(ForeignShape shape, byte[] body)
    {
        BasicProperties? properties = shape switch
        {
            ForeignShape.Bare or ForeignShape.Empty => new(),
            ForeignShape.UnknownContent => new() { ContentType = "nobody/knows", ContentEncoding = "gzip", Type = "order", AppId = "theirs", Priority = 200, Timestamp = new AmqpTimestamp(7) },
            ForeignShape.HeadersThatAreNoText => new()
            {
                Headers = new Dictionary<string, object?>
                {
                    ["bytes"] = NoText,
                    ["number"] = -7,
                    ["real"] = 0.5,
                    ["money"] = 1.25m,
                    ["truth"] = false,
                    ["time"] = new AmqpTimestamp(7),
                    ["nothing"] = null,
                    ["list"] = new List<object?> { 1, null },
                    ["table"] = new Dictionary<string, object?> { ["a"] = NoText },
                    [""] = "no name",
                },
            },
            ForeignShape.AnswerOfNobody => new() { CorrelationId = "of no request" },
            ForeignShape.AnswerToNobody => new() { CorrelationId = "7", ReplyTo = "nobody" },
            ForeignShape.AnswerToNowhere => new() { CorrelationId = "7", ReplyTo = "amq.rabbitmq.reply-to.no-such-channel" },
            ForeignShape.OurNames => new()
            {
                MessageId = "not a number",
                Headers = new Dictionary<string, object?> { ["genie-id"] = 7, ["genie-key"] = NoText, ["genie-sent-at"] = "yesterday", ["genie-answer"] = true, ["genie-delivery"] = "many" },
            },
            _ => null,
        };
        if (properties is null) return false;
        await using var link = await new ConnectionFactory { Uri = fixture.Server.Url }.CreateConnectionAsync();
        await using var channel = await link.CreateChannelAsync(new CreateChannelOptions(publisherConfirmationsEnabled: true, publisherConfirmationTrackingEnabled: true));
        await channel.BasicPublishAsync("", $"genie.{Channel}", mandatory: true, properties, body);
        return true;
    }
}
