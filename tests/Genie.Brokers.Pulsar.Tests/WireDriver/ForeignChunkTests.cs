using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Tests.Servers;
using Genie.Brokers.Pulsar.Wire;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Tests.WireDriver;

/// <summary>A message that a producer with chunking enabled cut up, as Java's client writes it, over a real broker.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class ForeignChunkTests(PulsarServers servers)
{
    private const int ChunkBytes = 4_000_000;

    [SkippableFact]
    public async Task A_message_in_chunks_arrives_whole_and_is_acknowledged_whole()
    {
        var server = await servers.PlainAsync();
        await using var listener = await PayloadListener.StartAsync(server.Options);
        using var timeout = new CancellationTokenSource(Clients.SafetyNet);
        var session = await PulsarSession.ConnectAsync(server.Options, server.Options.Link, "", new SilentRole(), timeout.Token);
        try
        {
            var producer = await session.CreateProducerAsync(listener.Topic, "", "", (_, _) => { }, timeout.Token);
            var receipts = Protocol.Frames.NewReceipts();
            var large = new byte[11_000_000];
            new Random(29).NextBytes(large);
            var count = (large.Length + ChunkBytes - 1) / ChunkBytes;
            for (var i = 0; i < count; i++)
            {
                var chunk = large.AsMemory(i * ChunkBytes, Math.Min(ChunkBytes, large.Length - (i * ChunkBytes)));
                await session.Writer.WriteAsync(new ChunkFrame(Head(producer.Id, i, count, large.Length), receipts, chunk), FlushBy.Caller, timeout.Token);
            }

            Assert.Equal(large, Assert.Single(await listener.TakeAsync(1)));

            // Nothing of it comes again to whoever listens next.
            await listener.StartAgainAsync();
            await session.Writer.WriteAsync(new ChunkFrame(ProducerHead.Create(producer.Id, "foreign", ""), receipts, new byte[] { 4 }), FlushBy.Caller, timeout.Token);
            Assert.Equal([4], Assert.Single(await listener.TakeAsync(1)));
        }
        finally
        {
            await session.DisposeAsync();
        }
    }

    private static ProducerHead Head(ulong producerId, int index, int count, int totalBytes)
    {
        var head = ProducerHead.Create(producerId, "foreign", "");
        var bytes = new byte[100];
        var writer = new ProtoWriter(bytes);
        writer.Raw(head.Metadata.Span);
        writer.Bytes(26, "foreign-0"u8);
        writer.Number(27, (ulong)count);
        writer.Number(28, (ulong)totalBytes);
        writer.Number(29, (ulong)index);
        return head with { Metadata = bytes.AsMemory(0, writer.Written) };
    }

    private sealed class SilentRole : PulsarRole;

    private readonly struct ChunkFrame(ProducerHead head, PulsarReceipts receipts, ReadOnlyMemory<byte> payload) : ILinkFrame
    {
        public int SizeMax => SendLayout.OverheadBytesMax + head.Metadata.Length + payload.Length;

        public int Write(Span<byte> destination) => SendLayout.Begin(destination, head, receipts.Note(default(PulsarSend)), count: 1).End(payload.Span);
    }
}
