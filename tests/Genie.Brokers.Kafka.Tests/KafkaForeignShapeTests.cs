using Confluent.Kafka;
using Genie.Brokers.Kafka.Official;
using Genie.Testing;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>Records with every kind of header, by the library past the driver.</summary>
[Collection(KafkaServersDefinition.Name)]
public sealed class KafkaForeignShapeTests(KafkaServers servers) : ForeignHeaderShapeTests, IAsyncLifetime
{
    private ServerUnderTest? _server;

    public async Task InitializeAsync()
    {
        if (KafkaServers.IsAvailable) _server = await servers.PlainAsync();
    }

    public Task DisposeAsync() => Task.CompletedTask;

    protected override IBroker CreateBroker()
    {
        KafkaServers.RequireServer();
        return new KafkaDriver().Create(new KafkaOptions { Url = _server!.Url });
    }

    protected override async Task<bool> TrySendAsync(ForeignShape shape, byte[] body)
    {
        Headers? headers = shape switch
        {
            ForeignShape.UnknownContent => new() { { "content-type", "nobody/knows"u8.ToArray() } },
            ForeignShape.HeadersThatAreNoText => new() { { "bytes", [0xff, 0, 0xfe] }, { "nothing", null }, { "", [] } },
            ForeignShape.AnswerOfNobody => new() { { "genie", "8letters"u8.ToArray() } },
            ForeignShape.AnswerToNobody => new() { { "genie", "8lettersnobody-listens"u8.ToArray() } },
            ForeignShape.AnswerToNowhere => new() { { "genie", "8letters no/topic\xff"u8.ToArray() } },
            ForeignShape.OurNames => new() { { "genie", null }, { "genie-id", [0xff] }, { "genie-key", [] }, { "genie-sent-at", "yesterday"u8.ToArray() } },
            _ => null,
        };
        using var producer = new ProducerBuilder<byte[]?, byte[]>(new ProducerConfig { BootstrapServers = $"127.0.0.1:{_server!.Url.Port}" }).Build();
        await producer.ProduceAsync($"genie.{Channel}", new Message<byte[]?, byte[]> { Key = shape == ForeignShape.HeadersThatAreNoText ? [0xff] : null, Value = body, Headers = headers });
        return true;
    }
}
