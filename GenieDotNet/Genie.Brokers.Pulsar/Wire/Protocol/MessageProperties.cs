using System.Text;
using System.Text.Unicode;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Properties and partition key of one message that has some of the caller's own.</summary>
/// <param name="Properties">Each as <see cref="PulsarProperties.Encode(string, ReadOnlySpan{byte})"/> makes it.</param>
/// <param name="Key">The partition key; empty for none.</param>
internal sealed record MessageProperties(IReadOnlyList<byte[]> Properties, byte[] Key)
{
    /// <summary>Room for them with their tags.</summary>
    public int BytesMax { get; } = Properties.Sum(property => 1 + property.Length) + (Key.Length > 0 ? ProtoWriter.NumberFieldBytesMax + Key.Length : 0);

    /// <summary>Encodes them.</summary>
    public static MessageProperties Of(IEnumerable<KeyValuePair<string, string>> properties, string key) =>
        new([.. properties.Select(property => PulsarProperties.Encode(property.Key, Encoding.UTF8.GetBytes(property.Value)))], Encoding.UTF8.GetBytes(key));

    /// <summary>Writes them as fields.</summary>
    public void Write(ref ProtoWriter writer, int propertiesField, int keyField)
    {
        foreach (var property in Properties)
        {
            writer.Raw(ProtoWriter.BytesTag(propertiesField));
            writer.Raw(property);
        }

        if (Key.Length > 0) writer.Bytes(keyField, Key);
    }

    /// <summary>Reads what a message's metadata have of them: MessageMetadata, or SingleMessageMetadata of one in a batch.</summary>
    /// <returns>The properties, and the partition key; one that is no text is empty.</returns>
    public static (List<KeyValuePair<string, string>> Properties, string Key) Read(ReadOnlySpan<byte> metadata, bool isBatched)
    {
        var (propertiesField, keyField, encodedField) = isBatched ? (SingleFields.Properties, SingleFields.Key, SingleFields.KeyIsEncoded) : (MetadataFields.Properties, MetadataFields.Key, MetadataFields.KeyIsEncoded);
        var properties = new List<KeyValuePair<string, string>>();
        ReadOnlySpan<byte> key = default;
        var isEncoded = false;
        var reader = new ProtoReader(metadata);
        while (reader.TryRead())
        {
            if (reader.Field == propertiesField) properties.Add(PulsarProperties.Read(reader.Bytes));
            else if (reader.Field == keyField) key = reader.Bytes;
            else if (reader.Field == encodedField) isEncoded = reader.Number != 0;
        }

        // Bytes that Java's client was given as a key.
        return (properties, isEncoded || !Utf8.IsValid(key) ? "" : Encoding.UTF8.GetString(key));
    }
}
