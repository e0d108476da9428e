using Genie.Brokers.Pulsar.Tests.Servers;
using global::Pulsar.Client.Api;
using global::Pulsar.Client.Common;

namespace Genie.Brokers.Pulsar.Tests.Official;

/// <summary>What a producer of Pulsar.Client compresses reaches a listener of the wire driver as it was.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class ForeignProducerTests(PulsarServers servers)
{
    // Not by Zstandard: on Linux this library finds no native one, and its producer then waits for ever.
    [SkippableTheory]
    [InlineData(CompressionType.LZ4, false)]
    [InlineData(CompressionType.LZ4, true)]
    [InlineData(CompressionType.ZLib, true)]
    [InlineData(CompressionType.Snappy, true)]
    public async Task Compressed_messages_and_batches_arrive(CompressionType compression, bool batches)
    {
        var server = await servers.PlainAsync();
        await using var listener = await PayloadListener.StartAsync(server.Options);
        var client = await ConnectAsync(server);
        var producer = await client.NewProducer().Topic(listener.Topic).CompressionType(compression).EnableBatching(batches)
            .BatchingMaxPublishDelay(TimeSpan.FromMilliseconds(50)).CreateAsync().WaitAsync(Clients.SafetyNet);
        byte[][] sent = [.. Enumerable.Range(0, 20).Select(i => Enumerable.Repeat((byte)i, 50 + (i * 100)).ToArray())];
        await Task.WhenAll(sent.Select(producer.SendAsync)).WaitAsync(Clients.SafetyNet);
        Assert.Equal(sent, await listener.TakeAsync(sent.Length));
        await client.CloseAsync().WaitAsync(Clients.SafetyNet);
    }

    private static Task<PulsarClient> ConnectAsync(PlainServer server) =>
        new PulsarClientBuilder().ServiceUrl($"pulsar://{server.Options.Url.Host}:{server.Options.Url.Port}").BuildAsync().WaitAsync(Clients.SafetyNet);
}
