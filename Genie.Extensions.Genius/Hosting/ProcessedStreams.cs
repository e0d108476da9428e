using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Extensions.Genius.Streams.Windows;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>All that events are fed to, by definition and version.</summary>
internal sealed class ProcessedStreams
{
    private readonly Dictionary<(TimerKind Kind, string Name), (IBackfilledStreams Streams, BackfillGate Gate, BackfillGate? Next)> _timed = [];

    public ProcessedStreams(IEventStore store, IEnumerable<WindowAggregator> windows, IEnumerable<GeofenceTracker> geofences, IEnumerable<PatternMatcher> patterns, RulePatterns ofRules)
    {
        OfRules = ofRules;
        (Windows, Geofences, Patterns) = (StreamVersions<WindowAggregator>.Of(store, windows), StreamVersions<GeofenceTracker>.Of(store, geofences), StreamVersions<PatternMatcher>.Of(store, patterns));
        var all = Windows.Select(each => each.All).Concat(Geofences.Select(each => each.All)).Concat(Patterns.Select(each => each.All));
        foreach (var versions in all)
        {
            BackfillGate? next = null;
            foreach (var (streams, gate) in versions)
            {
                _timed.Add(streams.Timer, (streams, gate, next));
                next = gate;
            }
        }

        Backfills = [.. _timed.Values.Where(each => each.Streams.Backfill != Backfill.None).Select(each => new BackfillTarget(each.Streams, each.Gate))];
    }

    public IReadOnlyList<StreamVersions<WindowAggregator>> Windows { get; }

    public IReadOnlyList<StreamVersions<GeofenceTracker>> Geofences { get; }

    public IReadOnlyList<StreamVersions<PatternMatcher>> Patterns { get; }

    /// <summary>Patterns that rules define themselves.</summary>
    public RulePatterns OfRules { get; }

    /// <summary>Those that take in what was processed before.</summary>
    public IReadOnlyList<BackfillTarget> Backfills { get; }

    /// <summary>Sees whether the keys that definitions make of an event may be, before anything of it is kept.</summary>
    /// <exception cref="MalformedEventException">One of them may not.</exception>
    public void CheckKeys(GeniusEvent value, IReadOnlyList<string> rules)
    {
        foreach (var (streams, _, _) in _timed.Values)
        {
            if (streams.KeyOf(value, rules) is { } key && !ReferenceEquals(key, value.Key)) EventCheck.RequireDerivedKey(key, streams.Name);
        }
    }

    /// <summary>The streams of a definition's version by the name of its timers; null: there is none.</summary>
    public ITimedStreams? Find(TimerKind kind, string name) => _timed.TryGetValue((kind, name), out var found) ? found.Streams : kind == TimerKind.Pattern ? OfRules.Find(name) : null;

    /// <summary>What becomes of a timer: of versions that were replaced none fires any more, and those that are backfilled are not done with their events yet.</summary>
    public TimerFate FateOf(TimerKind kind, string name)
    {
        if (!_timed.TryGetValue((kind, name), out var found)) return kind == TimerKind.Pattern ? OfRules.FateOf(name) : TimerFate.Off;
        if (found.Next is { IsLive: true }) return TimerFate.Off;
        return found.Gate.IsLive ? TimerFate.Fires : TimerFate.Waits;
    }
}
