namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Field numbers of MessageMetadata (PulsarApi.proto).</summary>
internal static class MetadataFields
{
    public const int Properties = 4;
    public const int Key = 6;
    public const int KeyIsEncoded = 17;
}
