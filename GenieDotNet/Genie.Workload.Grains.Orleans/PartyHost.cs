using Genie.Grains.Orleans;

namespace Genie.Workload.Grains.Orleans;

/// <summary>The class of <see cref="PartyGrain"/> in Orleans.</summary>
[GrainType(PartyGrain.Kind)]
internal sealed class PartyHost(SiloGrains grains) : HostedGrain<PartyCommand, ReadOnlyMemory<byte>>(grains);
