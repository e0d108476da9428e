using System.Buffers.Binary;
using System.Text;
using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Tests.Servers;
using Genie.Brokers.Pulsar.Wire;
using Genie.Brokers.Pulsar.Wire.Protocol;
using Genie.Testing;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>Messages with every kind of metadata, field by field (PulsarApi.proto): client libraries send text alone.</summary>
/// <param name="servers">The servers of the tests.</param>
/// <param name="client">The listener's.</param>
/// <param name="batched">Each message is a batch of one, whose fields have other numbers.</param>
public abstract class PulsarForeignShapeTests(PulsarServers servers, string client, bool batched) : ForeignHeaderShapeTests, IAsyncLifetime
{
    private const int BatchCount = 11;
    private readonly int _properties = batched ? SingleFields.Properties : MetadataFields.Properties;
    private readonly int _key = batched ? SingleFields.Key : MetadataFields.Key;
    private readonly int _eventTime = batched ? 5 : 12;
    private readonly int _orderingKey = batched ? 7 : 18;
    private readonly int _nullValue = batched ? 9 : 25;
    private PulsarOptions? _options;

    public async Task InitializeAsync()
    {
        if (PulsarServers.IsAvailable) _options = (await servers.PlainAsync()).Options;
    }

    public Task DisposeAsync() => Task.CompletedTask;

    protected override IBroker CreateBroker()
    {
        PulsarServers.RequireServer();
        return Clients.Create(_options!, client);
    }

    protected override async Task<bool> TrySendAsync(ForeignShape shape, byte[] body)
    {
        using var timeout = new CancellationTokenSource(Clients.SafetyNet);
        var session = await PulsarSession.ConnectAsync(_options!, _options!.Link, "", new SilentRole(), timeout.Token);
        try
        {
            var producer = await session.CreateProducerAsync($"persistent://public/default/genie.{Channel}", "", "", (_, _) => { }, timeout.Token);
            var stored = new TaskCompletionSource();
            var head = ProducerHead.Create(producer.Id, "foreign", "");
            var fields = FieldsOf(shape, body);
            byte[] metadata = [.. head.Metadata.Span, .. batched ? Write((ref ProtoWriter writer) => writer.Number(BatchCount, 1)) : fields];
            var frame = new ForeignFrame(head with { Metadata = metadata }, Protocol.Frames.NewReceipts(), batched ? Batch(fields, body) : body);
            await session.Writer.WriteAsync(frame, FlushBy.Caller, timeout.Token);

            // The broker answers when it has stored what came before.
            await session.CloseProducerAsync(producer, timeout.Token);
        }
        finally
        {
            await session.DisposeAsync();
        }

        return true;
    }

    private static byte[] Write(Fields fields)
    {
        var bytes = new byte[8192];
        var writer = new ProtoWriter(bytes);
        fields(ref writer);
        return bytes[..writer.Written];
    }

    private static byte[] Batch(byte[] fields, byte[] body)
    {
        byte[] single = [.. fields, .. Write((ref ProtoWriter writer) => writer.Number(SingleFields.PayloadSize, (ulong)body.Length))];
        var size = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(size, single.Length);
        return [.. size, .. single, .. body];
    }

    private byte[] FieldsOf(ForeignShape shape, byte[] body) => shape switch
    {
        // A tombstone, as compacted topics have it.
        ForeignShape.Empty => Write((ref ProtoWriter writer) => writer.Number(_nullValue, 1)),
        ForeignShape.UnknownContent => Write((ref ProtoWriter writer) => WriteUnknown(ref writer, body.Length)),
        ForeignShape.HeadersThatAreNoText => Write((ref ProtoWriter writer) =>
        {
            writer.Bytes(_key, [0xff]);
            WriteProperty(ref writer, "bytes"u8, [0xff, 0, 0xfe]);
            WriteProperty(ref writer, [0xff], "a name that is no text"u8);
            WriteProperty(ref writer, "nothing"u8, []);
            WriteProperty(ref writer, [], []);
        }),
        ForeignShape.AnswerOfNobody => Write((ref ProtoWriter writer) => WriteProperty(ref writer, PulsarProperties.CorrelationIdKey, "7"u8)),
        ForeignShape.AnswerToNobody => Write((ref ProtoWriter writer) =>
        {
            WriteProperty(ref writer, PulsarProperties.ReplyToKey, Encoding.UTF8.GetBytes($"persistent://public/default/nobody-{Channel}"));
            WriteProperty(ref writer, PulsarProperties.CorrelationIdKey, Enumerable.Repeat((byte)0xfe, 5000).ToArray());
        }),
        ForeignShape.AnswerToNowhere => Write((ref ProtoWriter writer) =>
        {
            WriteProperty(ref writer, PulsarProperties.ReplyToKey, [.. "http:// no/topic"u8, 0, 0xff]);
            WriteProperty(ref writer, PulsarProperties.CorrelationIdKey, "7"u8);
        }),
        ForeignShape.OurNames => Write((ref ProtoWriter writer) =>
        {
            writer.Bytes(_key, "another"u8);
            WriteProperty(ref writer, "genie-id"u8, "7"u8);
            WriteProperty(ref writer, "genie-id"u8, [0xff]);
            WriteProperty(ref writer, "genie-key"u8, []);
            WriteProperty(ref writer, "genie-sent-at"u8, "yesterday"u8);
            WriteProperty(ref writer, "genie-answer"u8, "perhaps"u8);
            WriteProperty(ref writer, PulsarProperties.ReplyToKey, []);
            WriteProperty(ref writer, PulsarProperties.CorrelationIdKey, []);
        }),
        _ => [],
    };

    private void WriteUnknown(ref ProtoWriter writer, int bodyBytes)
    {
        writer.Number(_eventTime, ulong.MaxValue);
        writer.Bytes(_orderingKey, [0xff]);
        if (!batched)
        {
            // Uncompressed, in words; and a schema that the topic does not have.
            writer.Number(8, 0);
            writer.Number(9, (ulong)bodyBytes);
            writer.Bytes(16, [0, 0, 0, 0, 0, 0, 0, 99]);
        }

        // Of later protocols: a number, bytes, eight bytes and four.
        writer.Number(99, ulong.MaxValue);
        writer.Bytes(100, [0xff]);
        writer.Raw([0xa9, 0x06, 1, 2, 3, 4, 5, 6, 7, 8, 0xb5, 0x06, 1, 2, 3, 4]);
    }

    private void WriteProperty(ref ProtoWriter writer, scoped ReadOnlySpan<byte> name, scoped ReadOnlySpan<byte> value)
    {
        var property = new byte[PulsarProperties.EncodedBytesMax(value.Length) + name.Length];
        writer.Raw(ProtoWriter.BytesTag(_properties));
        writer.Raw(property.AsSpan(0, PulsarProperties.Encode(name, value, property)));
    }

    private delegate void Fields(ref ProtoWriter writer);

    private sealed class SilentRole : PulsarRole;

    private readonly struct ForeignFrame(ProducerHead head, PulsarReceipts receipts, ReadOnlyMemory<byte> payload) : ILinkFrame
    {
        public int SizeMax => SendLayout.OverheadBytesMax + head.Metadata.Length + payload.Length;

        public int Write(Span<byte> destination) => SendLayout.Begin(destination, head, receipts.Note(default(PulsarSend)), count: 1).End(payload.Span);
    }
}
