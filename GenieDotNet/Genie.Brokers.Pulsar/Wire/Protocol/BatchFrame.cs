using Genie.Brokers.Links;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>SEND of several messages, which the broker stores as one entry.</summary>
internal readonly struct BatchFrame(ProducerHead head, PulsarReceipts receipts, PulsarBatch batch) : ILinkFrame
{
    private const int CountField = 11;
    private const int HighestSequenceField = 24;

    public int SizeMax => SendLayout.OverheadBytesMax + head.Metadata.Length + batch.Bytes.Length;

    public int Write(Span<byte> destination)
    {
        var count = batch.Sends.Length;
        var sequence = receipts.Note(batch.Sends);
        var layout = SendLayout.Begin(destination, head, sequence, count);
        layout.Metadata.Number(CountField, (ulong)count);
        layout.Metadata.Number(HighestSequenceField, sequence + (ulong)count - 1);
        return layout.End(batch.Bytes);
    }
}
