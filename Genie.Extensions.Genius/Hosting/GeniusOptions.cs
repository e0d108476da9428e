using Genie.Brokers;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Grains;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>What a host processes.</summary>
public sealed record GeniusOptions
{
    /// <summary>The broker's channel that events come in on; null: none, events are handed to <see cref="GeniusProcessor"/>. Default <c>genius</c>.</summary>
    public string? Channel { get; init; } = "genius";

    /// <summary>How the channel is listened to. Default: 64 handlers at once; events of one key take effect one after the other all the same.</summary>
    public ListenOptions Listen { get; init; } = new() { Concurrency = 64 };

    /// <summary>The event store's stream that keeps the rules.</summary>
    public string RuleStream { get; init; } = RuleStore.DefaultStream;

    /// <summary>Files of reference tables that rules join events with, beside what the host puts among its <see cref="RuleResources"/> itself.</summary>
    public IReadOnlyList<ReferenceTableFile> Tables { get; init; } = [];

    /// <summary>How often the store is asked whether another process changed rules, and the disk whether files of tables changed. Default 1 s.</summary>
    public TimeSpan RuleInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// How far ahead of the clock an event's time may be; one further ahead is refused with a <see cref="Events.FutureEventException"/>, or its key's watermark
    /// would go there. Default 1 day.
    /// </summary>
    public TimeSpan FutureMax { get; init; } = TimeSpan.FromDays(1);

    /// <summary>What is aggregated.</summary>
    public IReadOnlyList<WindowDefinition> Windows { get; init; } = [];

    /// <summary>What is watched for entering and leaving.</summary>
    public IReadOnlyList<GeofenceDefinition> Geofences { get; init; } = [];

    /// <summary>Which sequences of events are looked for, and which absences noticed.</summary>
    public IReadOnlyList<PatternDefinition> Patterns { get; init; } = [];

    /// <summary>Timers in memory, about 400 bytes each; those that fire last wait in the store where there are more. Default 200,000.</summary>
    public int TimersMax { get; init; } = 200_000;

    /// <summary>How grains are kept.</summary>
    public GrainRuntimeOptions Grains { get; init; } = new();
}
