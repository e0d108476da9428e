using System.Text;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>What all messages of a producer have in common.</summary>
/// <param name="ProducerId">Its number on its connection.</param>
/// <param name="Metadata">What their metadata begin with: the producer's name, and the key if they have one.</param>
internal sealed record ProducerHead(ulong ProducerId, ReadOnlyMemory<byte> Metadata)
{
    private const int NameField = 1;

    public static ProducerHead Create(ulong producerId, string name, string key)
    {
        var nameBytes = Encoding.UTF8.GetBytes(name);
        var bytes = new byte[nameBytes.Length + key.Length + (2 * ProtoWriter.NumberFieldBytesMax)];
        var writer = new ProtoWriter(bytes);
        writer.Bytes(NameField, nameBytes);
        if (key.Length > 0) writer.Bytes(MetadataFields.Key, Encoding.ASCII.GetBytes(key));
        return new ProducerHead(producerId, bytes.AsMemory(0, writer.Written));
    }
}
