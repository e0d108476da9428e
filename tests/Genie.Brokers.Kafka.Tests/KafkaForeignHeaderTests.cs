using System.Diagnostics;
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
        var partitions = Enumerable.Range(0, new KafkaOptions().Partitions).Select(partition => new Confluent.Kafka.TopicPartition($"genie.{Channel}", partition));
        Assert.Equal([100L], partitions.Select(partition => consumer.QueryWatermarkOffsets(partition, TimeSpan.FromSeconds(60)).High.Value).Where(end => end > 0));
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
