using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using Confluent.Kafka;
using Genie.Brokers.Kafka.Official;
using Genie.Messaging;
using Genie.Testing;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>Headers and keys as a record's own, with kafka-python (Debian: python3-kafka) on the other side.</summary>
[Collection(KafkaServersDefinition.Name)]
public sealed class KafkaForeignHeaderTests(KafkaServers servers) : ForeignHeaderTests, IAsyncLifetime
{
    private static readonly PythonScript Python = new("kafka", "python3-kafka");
    private ServerUnderTest? _server;

    public async Task InitializeAsync()
    {
        if (KafkaServers.IsAvailable) _server = await servers.PlainAsync();
    }

    public Task DisposeAsync() => Task.CompletedTask;

    [SkippableFact]
    public async Task Messages_of_one_key_are_in_one_partition()
    {
        await using var broker = CreateBroker();
        await using var client = new MessageClient(broker, new MessagingOptions { NativeHeaders = true });
        await using var sender = await client.ConnectAsync(Channel, new ConnectionOptions(), default);
        for (var i = 0; i < 100; i++) await sender.SendAsync(new Message(new byte[] { 1 }) { Key = "customer-5" }, default);
        using var consumer = ConsumerFactory.Prepare(new KafkaEndpoint(new KafkaOptions { Url = _server!.Url }), Channel).Build();
        var partitions = Enumerable.Range(0, new KafkaOptions().Partitions).Select(partition => new TopicPartition($"genie.{Channel}", partition));
        Assert.Equal([100L], partitions.Select(partition => consumer.QueryWatermarkOffsets(partition, TimeSpan.FromSeconds(60)).High.Value).Where(end => end > 0));
    }

    [SkippableFact]
    public async Task Records_that_no_application_could_send_have_one_dead_letter_each()
    {
        await using var client = new MessageClient(CreateBroker(), new MessagingOptions { NativeHeaders = true });
        var outcomes = new ConcurrentQueue<DeliveryOutcome>();
        var quick = new RedeliveryPolicy { InitialDelay = TimeSpan.FromMilliseconds(5), MaxDelay = TimeSpan.FromMilliseconds(20), DeliveriesMax = 3 };
        await using var subscription = await client.SubscribeAsync(
            Channel, new SubscribeOptions { Redelivery = quick, Failed = failure => outcomes.Enqueue(failure.Outcome) }, static (_, _) => throw new InvalidOperationException("never"), default);
        Message<byte[], byte[]>[] records =
        [
            new() { Value = "key"u8.ToArray(), Key = Enumerable.Repeat((byte)'k', 1_500).ToArray() },
            new() { Value = "spaced"u8.ToArray(), Headers = new Headers { { "user name", "Ada"u8.ToArray() } } },
            new() { Value = "empty"u8.ToArray(), Headers = new Headers { { "", "nothing"u8.ToArray() } } },
            new() { Value = "id"u8.ToArray(), Headers = new Headers { { "genie-id", Enumerable.Repeat((byte)'i', 300).ToArray() } } },
        ];
        using var producer = new ProducerBuilder<byte[], byte[]>(new ProducerConfig { BootstrapServers = $"127.0.0.1:{_server!.Url.Port}" }).Build();
        foreach (var record in records) await producer.ProduceAsync($"genie.{Channel}", record);
        await Until.TrueAsync(() => outcomes.Count >= 3 * records.Length);

        var letters = (await client.DeadLettersOf(Channel).ListAsync(10, TimeSpan.FromSeconds(3), default)).ToDictionary(static letter => Encoding.UTF8.GetString(letter.Message.Body.Span));

        Assert.Equal(3 * records.Length, outcomes.Count);
        Assert.Equal(["empty", "id", "key", "spaced"], letters.Keys.Order(StringComparer.Ordinal));
        Assert.All(letters.Values, static letter => Assert.Equal((3, "InvalidOperationException: never"), (letter.DeliveryCount, letter.Reason)));
        Assert.Equal((1_500, 300), (letters["key"].Message.Key.Length, letters["id"].Message.Id.Length));
        Assert.Equal(("Ada", "nothing"), (letters["spaced"].Message.Headers["user name"], letters["empty"].Message.Headers[""]));
    }

    [SkippableFact]
    public async Task A_header_that_requests_go_by_is_refused()
    {
        await using var client = new MessageClient(CreateBroker(), new MessagingOptions { NativeHeaders = true });
        await using var sender = await client.ConnectAsync(Channel, new ConnectionOptions(), default);
        var message = new Message(default(ReadOnlyMemory<byte>)) { Headers = new Dictionary<string, string> { ["genie"] = "x" } };
        await Assert.ThrowsAsync<MessageHeadersException>(async () => await sender.SendAsync(message, default));
    }

    protected override IBroker CreateBroker()
    {
        KafkaServers.RequireServer();
        if (Python.WhyUnavailable() is { } reason) Skip.If(true, reason);
        return KafkaDrivers.All.Single(driver => driver is KafkaDriver).Create(new KafkaOptions { Url = _server!.Url });
    }

    protected override Process StartPeer(string command) => Python.Start("kafka_peer.py", $"{_server!.Url.Port}", command, $"genie.{Channel}");
}
