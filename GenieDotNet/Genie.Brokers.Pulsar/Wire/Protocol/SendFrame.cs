using Genie.Brokers.Links;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>SEND of one message.</summary>
internal readonly struct SendFrame(ProducerHead head, PulsarReceipts receipts, PulsarMessage message, PulsarSend send) : ILinkFrame
{
    public int SizeMax => SendLayout.OverheadBytesMax + head.Metadata.Length + message.PropertyBytesMax + message.Payload.Length;

    public int Write(Span<byte> destination)
    {
        var layout = SendLayout.Begin(destination, head, receipts.Note(send), count: 1);
        message.WriteProperties(ref layout.Metadata, MetadataFields.Properties, MetadataFields.Key);
        return layout.End(message.Payload.Span);
    }
}
