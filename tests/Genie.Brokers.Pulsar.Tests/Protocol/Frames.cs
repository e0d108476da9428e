using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Tests.Protocol;

/// <summary>Frames as the driver writes them, and as a broker would pass them on.</summary>
internal static class Frames
{
    public const string ReplyTo = "persistent://public/default/answers";
    public static readonly Correlation Correlation = new(3, 0x1234_5678);
    public const int ReceivedBytesMax = 1 << 20;
    private const int SizeBytes = 4;

    public static PulsarReceipts NewReceipts(Action<PulsarSend, BrokerException?>? settled = null, ulong next = 0) => new(next, settled ?? ((_, _) => { }));

    public static PulsarMessage Request(byte[] payload) =>
        new(PulsarProperties.Encode(PulsarProperties.ReplyTo, System.Text.Encoding.ASCII.GetBytes(ReplyTo)), Correlation, true, payload);

    public static byte[] Send(PulsarMessage message, string key = "") =>
        Write(new SendFrame(ProducerHead.Create(1, "producer", key), NewReceipts(), message, default));

    public static byte[] SendBatch(params PulsarMessage[] messages)
    {
        var batch = new PulsarBatch();
        foreach (var message in messages) batch.Add(message, default);
        return Write(new BatchFrame(ProducerHead.Create(1, "producer", ""), NewReceipts(next: 77), batch));
    }

    public static byte[] Write<TFrame>(TFrame frame)
        where TFrame : struct, ILinkFrame
    {
        var bytes = new byte[frame.SizeMax];
        return bytes[..frame.Write(bytes)];
    }

    /// <summary>SEND turned into the MESSAGE that a consumer gets: another command before the same rest.</summary>
    public static byte[] ToMessage(byte[] send, uint redeliveryCount = 0, params ulong[] unsettled)
    {
        var buffer = new ReadOnlySequence<byte>(send);
        Assert.True(new PulsarFrameParser().TryRead(ref buffer, out var frame));
        Assert.Equal(BaseCommand.Types.Type.Send, frame.Type);
        var inner = new byte[200];
        var message = new ProtoWriter(inner);
        message.Number(1, 0);
        new PulsarEntryId(5, 6, PulsarEntryId.NoPartition).Write(ref message, 2, default);
        message.Number(3, redeliveryCount);
        foreach (var word in unsettled) message.Number(4, word);
        var command = new byte[300];
        var writer = new ProtoWriter(command);
        writer.Number(1, (ulong)BaseCommand.Types.Type.Message);
        writer.Bytes(9, inner.AsSpan(0, message.Written));
        var head = new byte[2 * SizeBytes];
        System.Buffers.Binary.BinaryPrimitives.WriteInt32BigEndian(head, SizeBytes + writer.Written + (int)frame.Rest.Length);
        System.Buffers.Binary.BinaryPrimitives.WriteInt32BigEndian(head.AsSpan(SizeBytes), writer.Written);
        return [.. head, .. command.AsSpan(0, writer.Written), .. frame.Rest.ToArray()];
    }

    /// <summary>Everything that can be read of a MESSAGE, as text.</summary>
    public static List<string> Read(ReadOnlySequence<byte> bytes)
    {
        var read = new List<string>();
        var parser = new PulsarFrameParser();
        var reader = new PulsarEntryReader(ReceivedBytesMax);
        while (parser.TryRead(ref bytes, out var frame))
        {
            if (frame.Type != BaseCommand.Types.Type.Message) continue;
            var entry = reader.Read(frame);
            if (entry.BatchCount == 0) read.Add(Text(entry.Single));
            var batch = entry.Payload;
            for (var i = 0; i < entry.BatchCount; i++) read.Add(Text(reader.TakeSingle(ref batch)));
        }

        return read;
    }

    public static string Text(in PulsarSingleMessage message) =>
        $"{System.Text.Encoding.UTF8.GetString(message.ReplyTo)}|{System.Text.Encoding.UTF8.GetString(message.Correlation)}|{Convert.ToHexString(message.Payload.ToArray())}";
}
