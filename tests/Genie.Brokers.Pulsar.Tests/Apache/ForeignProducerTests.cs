using DotPulsar;
using DotPulsar.Extensions;
using Genie.Brokers.Pulsar.Tests.Servers;

namespace Genie.Brokers.Pulsar.Tests.Apache;

/// <summary>What a producer of DotPulsar compresses reaches a listener of the wire driver as it was.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class ForeignProducerTests(PulsarServers servers)
{
    // Not by Snappy: this library has it only with another package.
    [SkippableTheory]
    [InlineData(CompressionType.Lz4)]
    [InlineData(CompressionType.Zlib)]
    [InlineData(CompressionType.Zstd)]
    public async Task Compressed_messages_arrive(CompressionType compression)
    {
        var server = await servers.PlainAsync();
        await using var listener = await PayloadListener.StartAsync(server.Options);
        await using var client = PulsarClient.Builder().ServiceUrl(server.Options.Url).Build();
        using var timeout = new CancellationTokenSource(Clients.SafetyNet);
        await using var producer = client.NewProducer(Schema.ByteArray).Topic(listener.Topic).CompressionType(compression).Create();
        byte[][] sent = [.. Enumerable.Range(0, 20).Select(i => Enumerable.Repeat((byte)i, 50 + (i * 100)).ToArray())];
        foreach (var payload in sent) await producer.Send(payload, timeout.Token);
        Assert.Equal(sent, await listener.TakeAsync(sent.Length));
    }
}
