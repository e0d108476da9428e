using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Grains.Orleans;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>The class in Orleans of the grains that process a stream's events.</summary>
[GrainType(Kind)]
internal sealed class ProcessorHost(SiloGrains grains) : HostedGrain<GeniusEvent, GeniusAnswer>(grains)
{
    /// <summary>The kind's name; its keys are the names of <see cref="GeniusGrains"/>.</summary>
    public const string Kind = "genius-processor";
}
