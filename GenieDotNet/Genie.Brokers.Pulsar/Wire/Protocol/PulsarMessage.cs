using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>A message to be sent.</summary>
/// <param name="Property">One property as <see cref="PulsarProperties.Encode(string, ReadOnlySpan{byte})"/> makes it, or empty.</param>
/// <param name="Correlation">A further property if <paramref name="HasCorrelation"/>.</param>
/// <param name="HasCorrelation">True for a request.</param>
/// <param name="Payload">The bytes.</param>
/// <param name="Further">Further properties and the partition key; null where there are none.</param>
internal readonly record struct PulsarMessage(ReadOnlyMemory<byte> Property, Correlation Correlation, bool HasCorrelation, ReadOnlyMemory<byte> Payload, MessageProperties? Further = null)
{
    public PulsarMessage(ReadOnlyMemory<byte> payload, MessageProperties? further = null)
        : this(default, default, false, payload, further)
    {
    }

    /// <summary>Room for the properties with their tags.</summary>
    public int PropertyBytesMax => Property.Length + 1 + PulsarProperties.CorrelationBytes + (Further?.BytesMax ?? 0);

    /// <summary>Writes the properties as a repeated field, and the key.</summary>
    public void WriteProperties(ref ProtoWriter writer, int field, int keyField)
    {
        if (!Property.IsEmpty)
        {
            writer.Raw(ProtoWriter.BytesTag(field));
            writer.Raw(Property.Span);
        }

        if (HasCorrelation) PulsarProperties.WriteCorrelation(ref writer, field, Correlation);
        Further?.Write(ref writer, field, keyField);
    }
}
