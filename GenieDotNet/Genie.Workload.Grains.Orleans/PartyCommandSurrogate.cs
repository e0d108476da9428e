namespace Genie.Workload.Grains.Orleans;

/// <summary>What Orleans writes of a <see cref="PartyCommand"/>.</summary>
[GenerateSerializer]
internal struct PartyCommandSurrogate
{
    /// <summary>Protobuf, genie.workload.v1.PartyRequest.</summary>
    [Id(0)]
    public byte[] Request;

    [Id(1)]
    public ulong Run;

    [Id(2)]
    public uint Sender;

    [Id(3)]
    public ulong Sequence;
}
