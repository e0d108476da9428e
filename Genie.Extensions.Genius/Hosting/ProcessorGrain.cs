using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Grains;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Processes the events of one key, one after the other. Every step is idempotent, so that an event that failed half-way is simply sent again.</summary>
internal sealed class ProcessorGrain(EventLog log, ProcessedStreams streams) : Grain<GeniusEvent, GeniusAnswer>
{
    /// <inheritdoc/>
    protected override async ValueTask<GeniusAnswer> HandleAsync(GeniusEvent message, GrainCall call)
    {
        var (matches, isRepeat) = await log.KeepAsync(message, call.Token).ConfigureAwait(false);
        var rules = matches.Rules;
        var windowed = await AggregateAsync(message, rules, call.Token).ConfigureAwait(false);
        var fenced = await MoveAsync(message, rules, call.Token).ConfigureAwait(false);
        return new GeniusAnswer(rules, windowed, fenced, isRepeat) { Patterns = await MatchAsync(message, matches, call.Token).ConfigureAwait(false) };
    }

    private async Task<List<(string Name, string Key, WindowAnswer Answer)>> AggregateAsync(GeniusEvent message, IReadOnlyList<string> rules, CancellationToken cancellationToken)
    {
        var windowed = new List<(string Name, string Key, WindowAnswer Answer)>();
        foreach (var versions in streams.Windows)
        {
            if (await versions.CurrentAsync(cancellationToken).ConfigureAwait(false) is not { } windows || windows.KeyOf(message, rules) is not { } key) continue;
            windowed.Add((windows.Definition.Name, key, await windows.AddAsync(key, message, cancellationToken).ConfigureAwait(false)));
        }

        return windowed;
    }

    private async Task<List<(string Name, FenceAnswer Answer)>> MoveAsync(GeniusEvent message, IReadOnlyList<string> rules, CancellationToken cancellationToken)
    {
        var fenced = new List<(string Name, FenceAnswer Answer)>();
        foreach (var versions in streams.Geofences)
        {
            if (await versions.CurrentAsync(cancellationToken).ConfigureAwait(false) is not { } fences) continue;
            fenced.Add((fences.Definition.Name, await fences.MoveAsync(message, rules, isBackfill: false, cancellationToken).ConfigureAwait(false)));
        }

        return fenced;
    }

    private async Task<List<(string Name, string Key, PatternAnswer Answer)>> MatchAsync(GeniusEvent message, EventMatches matches, CancellationToken cancellationToken)
    {
        var steps = matches.Steps;
        var matched = new List<(string Name, string Key, PatternAnswer Answer)>();
        foreach (var versions in streams.Patterns)
        {
            if (await versions.CurrentAsync(cancellationToken).ConfigureAwait(false) is { } pattern) await AddAsync(pattern, matches.Rules).ConfigureAwait(false);
        }

        foreach (var pattern in streams.OfRules.OfSteps(steps)) await AddAsync(pattern, steps).ConfigureAwait(false);
        return matched;

        async Task AddAsync(PatternMatcher pattern, IReadOnlyList<string> met)
        {
            if (pattern.KeyOf(message, met) is { } key) matched.Add((pattern.Definition.Name, key, await pattern.AddAsync(key, message, met, isBackfill: false, cancellationToken).ConfigureAwait(false)));
        }
    }
}
