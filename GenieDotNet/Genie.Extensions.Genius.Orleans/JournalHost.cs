using Genie.Extensions.Genius.Streams.Journal;
using Genie.Grains.Orleans;
using Orleans.Placement;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>The class in Orleans of the grains that keep a key's windows, fences and patterns. They come into being where the key's events are processed.</summary>
[GrainType(Kind)]
[PreferLocalPlacement]
internal sealed class JournalHost(SiloGrains grains) : HostedGrain<JournalCommand, JournalAnswer>(grains)
{
    /// <summary>The kind's name; its keys are the names of <see cref="GeniusGrains"/>.</summary>
    public const string Kind = "genius-journal";
}
