using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Tries a rule against the events that were processed before, and a rule about facts against the facts that were derived, without any effect: what it would have matched.</summary>
/// <param name="Events">Events and facts of the time that were tried.</param>
/// <param name="Matches">Those that the rule would have matched.</param>
/// <param name="Keys">Keys that these are of.</param>
/// <param name="First">The first events of them, in the order of the store, as many as were asked for.</param>
/// <param name="Last">The last event of them, or null.</param>
public sealed record RuleDryRun(long Events, long Matches, int Keys, IReadOnlyList<GeniusEvent> First, GeniusEvent? Last)
{
    /// <summary>Reads all events of a store once.</summary>
    /// <param name="store">Where they are.</param>
    /// <param name="geocoder">Finds the areas that the rule names, as its map is now.</param>
    /// <param name="rule">The rule.</param>
    /// <param name="from">The first instant of event time.</param>
    /// <param name="until">The instant after the last.</param>
    /// <param name="firstMax">How many of the first matches are wanted, at least 0.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <param name="resources">What the rule may ask for beside events, as it is now; null: nothing.</param>
    /// <exception cref="InvalidRuleException">It is no rule here.</exception>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    /// <exception cref="GeocoderUnavailableException">The geocoder cannot be reached.</exception>
    public static Task<RuleDryRun> RunAsync(
        IEventStore store, IReverseGeocoder geocoder, Rule rule, DateTimeOffset from, DateTimeOffset until, int firstMax, CancellationToken cancellationToken, RuleResources? resources = null) =>
        RunAsync(store, geocoder, rule, static _ => true, from, until, firstMax, resources, cancellationToken);

    /// <summary>Of the events of some keys.</summary>
    internal static async Task<RuleDryRun> RunAsync(
        IEventStore store, IReverseGeocoder geocoder, Rule rule, Func<string, bool> isWanted, DateTimeOffset from, DateTimeOffset until, int firstMax, RuleResources? resources, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        ArgumentOutOfRangeException.ThrowIfNegative(firstMax);
        var engine = new RuleEngine(geocoder, resources);
        engine.Put(rule);
        var (events, matches) = (0L, 0L);
        var keys = new HashSet<string>(StringComparer.Ordinal);
        var first = new List<GeniusEvent>();
        GeniusEvent? last = null;
        var replay = new SequenceReplay(engine);
        var end = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        await foreach (var each in store.ReadAllAsync(0, RuleTrial.FilterOf(rule), cancellationToken).ConfigureAwait(false))
        {
            // What comes meanwhile is no history: with many events a second there would be no end.
            if (each.Position > end) break;
            if (RuleTrial.Of(each, rule) is not { } trial || !isWanted(trial.Key) || (trial.Fact is { } fact && replay.IsOf(fact))) continue;
            await TryAsync(trial).ConfigureAwait(false);
            if (trial.Event is null) continue;
            foreach (var found in await replay.AddAsync(trial, cancellationToken).ConfigureAwait(false)) await TryAsync(found).ConfigureAwait(false);
        }

        foreach (var found in replay.End()) await TryAsync(found).ConfigureAwait(false);
        return new RuleDryRun(events, matches, keys.Count, first, last);

        async ValueTask TryAsync(RuleTrial trial)
        {
            if (trial.Time < from || trial.Time >= until) return;
            if (!trial.IsFollowing) events++;
            if (!await trial.MeetsAsync(engine, cancellationToken).ConfigureAwait(false)) return;
            matches++;
            keys.Add(trial.Key);
            if (trial.Event is not { } value) return;
            if (first.Count < firstMax) first.Add(value);
            last = value;
        }
    }
}
