using System.Collections.Concurrent;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;
using Genie.Observing;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Tries each event against the rules in <see cref="RuleMode.Shadow"/>, and counts what would have matched, since the process began. It never fails an event.</summary>
public sealed class ShadowRules : IGeniusObserver, IDisposable
{
    private readonly RuleStore _rules;
    private readonly ConcurrentDictionary<string, long> _matches = new(StringComparer.Ordinal);
    private readonly GuardedMeter _meter = new(GeniusMetrics.MeterName);
    private readonly GuardedCounter _shadowed;

    /// <summary>Observes with the rules of a store.</summary>
    public ShadowRules(RuleStore rules)
    {
        ArgumentNullException.ThrowIfNull(rules);
        _rules = rules;
        _shadowed = _meter.CreateCounter("genie.genius.rules.shadowed", "{match}", "Matches of rules in shadow mode, by rule; they have no effect.");
        _meter.Publish(meter => meter.CreateObservableUpDownCounter("genie.genius.rules.quarantined", () => rules.Quarantined.Count, "{rule}", "Rules that this host cannot run."));
        _meter.Publish(meter => meter.CreateObservableCounter("genie.genius.models.failed", () => rules.Resources.ModelFailures, "{score}", "Scores that models failed to give; their events have none."));
    }

    /// <summary>How many events or facts a rule would have matched, in this process, while it was in shadow mode.</summary>
    public long MatchesOf(string id) => _matches.GetValueOrDefault(id);

    /// <inheritdoc/>
    public async ValueTask OnProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(answer);
        if (answer.IsRepeat || _rules.Shadows.Rules.Count + _rules.Shadows.FactRules.Count == 0) return;
        var matched = new List<string>();
        try
        {
            await _rules.Shadows.MatchGivenAsync(value, null, answer.Rules, matched, cancellationToken).ConfigureAwait(false);
        }
        catch (GeocoderUnavailableException)
        {
            // The event has taken effect; a trial is not worth sending it again.
        }

        Count(matched);
    }

    /// <inheritdoc/>
    public void OnDerived(Output fact)
    {
        ArgumentNullException.ThrowIfNull(fact);
        if (_rules.Shadows.FactRules.Count > 0 && DerivedFact.Of(fact) is { IsRetraction: false } derived) Count(_rules.Shadows.Match(derived, []));
    }

    private void Count(List<string> matched)
    {
        foreach (var id in matched)
        {
            _matches.AddOrUpdate(id, 1, static (_, count) => count + 1);
            _shadowed.Add(1, new KeyValuePair<string, object?>("rule", id));
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();
}
