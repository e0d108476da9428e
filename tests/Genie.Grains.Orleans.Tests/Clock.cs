using System.Collections.Concurrent;
using Orleans.Placement;

namespace Genie.Grains.Orleans.Tests;

/// <summary>A grain that is asked once to tick, and from then on does whenever it lives.</summary>
/// <param name="key">Its key.</param>
/// <param name="ticks">Where it ticks.</param>
/// <param name="host">Where it lives.</param>
internal sealed class Clock(string key, ConcurrentQueue<(string Key, string Host)> ticks, string host) : Grain<bool, bool>
{
    public const string Kind = "clock";

    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(200);

    protected override ValueTask ActivateAsync(GrainCall call)
    {
        Context.SetTimer(true, Period, Period);
        return ValueTask.CompletedTask;
    }

    protected override ValueTask<bool> HandleAsync(bool message, GrainCall call)
    {
        if (message) ticks.Enqueue((key, host));
        return new ValueTask<bool>(true);
    }
}

/// <summary>Its class in Orleans; placed at random, so that each silo gets some, whichever the client is connected to.</summary>
[GrainType(Clock.Kind), RandomPlacement]
internal sealed class ClockHost(SiloGrains grains) : HostedGrain<bool, bool>(grains);
