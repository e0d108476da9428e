using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Grains;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Processes the events of one stream, one after the other. Every step is idempotent, so that an event that failed half-way is simply sent again.</summary>
internal sealed class ProcessorGrain(EventLog log, IReadOnlyList<WindowAggregator> windows, IReadOnlyList<GeofenceTracker> fences, IReadOnlyList<PatternMatcher> patterns) : Grain<GeniusEvent, GeniusAnswer>
{
    /// <inheritdoc/>
    protected override async ValueTask<GeniusAnswer> HandleAsync(GeniusEvent message, GrainCall call)
    {
        var (rules, isRepeat) = await log.KeepAsync(message, call.Token).ConfigureAwait(false);
        var windowed = new List<(string, string, WindowAnswer)>();
        foreach (var stream in windows)
        {
            var definition = stream.Definition;
            if (definition.Rule is { } rule && !rules.Contains(rule)) continue;
            var key = definition.KeyOf(message);
            var input = new WindowInput(message.Time, message.Value, definition.ItemOf(message));
            windowed.Add((definition.Name, key, await stream.AddAsync(key, input, KeyIn(message, key), call.Token).ConfigureAwait(false)));
        }

        var fenced = new List<(string, FenceAnswer)>();
        var sample = new FenceSample(message.Time, message.Place, message.AccuracyMetres);
        foreach (var stream in fences)
            fenced.Add((stream.Definition.Name, await stream.MoveAsync(message.Stream, sample, rules, message.Key, call.Token).ConfigureAwait(false)));
        return new GeniusAnswer(rules, windowed, fenced, isRepeat) { Patterns = await MatchAsync(message, rules, call.Token).ConfigureAwait(false) };
    }

    private async Task<List<(string Name, string Key, PatternAnswer Answer)>> MatchAsync(GeniusEvent message, IReadOnlyList<string> rules, CancellationToken cancellationToken)
    {
        var matched = new List<(string Name, string Key, PatternAnswer Answer)>();
        foreach (var pattern in patterns)
        {
            if (pattern.Definition.StepsOf(rules) == 0) continue;
            var key = pattern.Definition.KeyOf(message);
            matched.Add((pattern.Definition.Name, key, await pattern.AddAsync(key, message.Time, rules, KeyIn(message, key), cancellationToken).ConfigureAwait(false)));
        }

        return matched;
    }

    // Events of several streams meet in one key, and their own keys are only told apart within a stream.
    private static RequestKey KeyIn(GeniusEvent message, string key) =>
        key == message.Stream ? message.Key : message.Key with { Run = message.Key.Run ^ ItemHash.Of(message.Stream) };
}
