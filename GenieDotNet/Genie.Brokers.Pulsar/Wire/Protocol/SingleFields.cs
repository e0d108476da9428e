namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Field numbers of SingleMessageMetadata (PulsarApi.proto), which a message in a batch has.</summary>
internal static class SingleFields
{
    public const int Properties = 1;
    public const int Key = 2;
    public const int PayloadSize = 3;
    public const int KeyIsEncoded = 6;
}
