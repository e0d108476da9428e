namespace Genie.Extensions.Genius.Orleans;

/// <summary>What Orleans writes of an event: protobuf, genie.genius.v1.Event.</summary>
[GenerateSerializer]
internal struct GeniusEventSurrogate
{
    [Id(0)]
    public byte[] Event;
}
