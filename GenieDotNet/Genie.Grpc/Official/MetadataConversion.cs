using Grpc.Core;

namespace Genie.Grpc.Official;

/// <summary>Between the two kinds of metadata.</summary>
internal static class MetadataConversion
{
    /// <summary>What a client sent.</summary>
    public static GrpcMetadata FromOfficial(Metadata metadata)
    {
        var converted = new GrpcMetadata();
        foreach (var entry in metadata)
            converted.AddReceived(entry.IsBinary ? new GrpcMetadataEntry(entry.Key, null, entry.ValueBytes) : new GrpcMetadataEntry(entry.Key, entry.Value, default));
        return converted;
    }

    /// <summary>What a service sends.</summary>
    public static Metadata ToOfficial(GrpcMetadata metadata)
    {
        var converted = new Metadata();
        foreach (var entry in metadata.Entries)
            converted.Add(entry.Text is null ? new Metadata.Entry(entry.Key, entry.Bytes.ToArray()) : new Metadata.Entry(entry.Key, entry.Text));
        return converted;
    }
}
