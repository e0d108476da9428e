using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Licences;

/// <summary>
/// The rules of an event store's stream. Where none applies a licence is denied; where one that denies applies, those that grant do not count. Safe for
/// concurrent callers.
/// </summary>
public sealed class LicenceRuleStore : ILicenceRules, IDisposable
{
    private const string Asking = "licence-request";
    private readonly IReverseGeocoder _geocoder;
    private readonly RuleEngine _engine;
    private readonly RuleStore _rules;

    /// <summary>The rules that a store has.</summary>
    /// <param name="store">The store.</param>
    /// <param name="geocoder">Finds the areas around a place.</param>
    public LicenceRuleStore(IEventStore store, IReverseGeocoder geocoder)
    {
        (_geocoder, _engine) = (geocoder, new RuleEngine(geocoder));
        _rules = new RuleStore(store, _engine, LicenceEvents.RulesStream);
    }

    /// <summary>How many rules there are, read from the store.</summary>
    public async ValueTask<int> CountAsync(CancellationToken cancellationToken) => (await ReadAsync(cancellationToken).ConfigureAwait(false)).Count;

    /// <summary>Puts a rule in, in place of one of the same effect and name; on record when the task completes.</summary>
    /// <exception cref="InvalidRuleException">Its region or schedule is none; nothing was changed.</exception>
    public Task PutAsync(LicenceRule rule, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(rule);
        ArgumentException.ThrowIfNullOrEmpty(rule.Name);
        return _rules.ChangeAsync([RuleChange.Put(new Rule(rule.Id, rule.When))], key: null, cancellationToken);
    }

    /// <summary>Takes a rule out, if it is there. Licences that it granted stay in force until they end or are revoked.</summary>
    public Task RemoveAsync(LicenceEffect effect, string name, CancellationToken cancellationToken) =>
        _rules.ChangeAsync([RuleChange.Remove(LicenceRule.IdOf(effect, name))], key: null, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask<LicenceEvaluation> EvaluateAsync(GeoPoint place, DateTimeOffset time, CancellationToken cancellationToken)
    {
        // Others may have changed the rules since.
        await _rules.LoadAsync(cancellationToken).ConfigureAwait(false);

        // A rule that is set aside may be one that denies.
        if (_rules.Quarantined is [var aside, ..]) throw new InvalidRuleException(aside.Id, aside.QuarantineReason!);
        var (rules, version) = (_engine.Rules, _rules.Version);
        var answer = await _geocoder.LookUpAsync(place, cancellationToken).ConfigureAwait(false);
        var matching = new List<string>();
        rules.Match(new GeniusEvent { Key = Asking, RequestKey = default, Kind = Asking, Time = time, Place = place }, answer, matching);
        matching.Sort(StringComparer.Ordinal);
        var deciding = matching.Find(id => LicenceRule.EffectOf(id) == LicenceEffect.Deny) ?? matching.Find(id => LicenceRule.EffectOf(id) == LicenceEffect.Grant);
        if (deciding is null)
        {
            var region = DecidingRegion.NarrowestOf(answer);
            return new LicenceEvaluation(false, region, "", $"no rule grants a licence in {region.Name}", version);
        }

        var isGranted = LicenceRule.EffectOf(deciding) == LicenceEffect.Grant;
        var decidingRegion = RegionOf(_engine.Find(deciding)?.When, answer);
        return new LicenceEvaluation(isGranted, decidingRegion, deciding, $"rule {deciding} {(isGranted ? "grants" : "denies")} licences in {decidingRegion.Name}", version);
    }

    /// <inheritdoc/>
    public void Dispose() => _rules.Dispose();

    /// <summary>The rules as the store has them.</summary>
    internal async ValueTask<RuleSet> ReadAsync(CancellationToken cancellationToken)
    {
        await _rules.LoadAsync(cancellationToken).ConfigureAwait(false);
        return _engine.Rules;
    }

    /// <summary>The area that the rule names and the place lies in; where it names none such (a circle, say), the smallest area there.</summary>
    private static DecidingRegion RegionOf(Condition? condition, in PlaceAnswer answer) =>
        condition is not null && AreaOf(condition, answer) is { } area ? DecidingRegion.Of(area, answer) : DecidingRegion.NarrowestOf(answer);

    private static Area? AreaOf(Condition condition, PlaceAnswer answer) => condition switch
    {
        InRegion { Region: AreaRegion region } => AreaOf(region.Layer, answer) is { } area && area.Code == region.Code ? area : null,
        AllOf all => all.Conditions.Select(each => AreaOf(each, answer)).FirstOrDefault(area => area is not null),
        AnyOf any => any.Conditions.Select(each => AreaOf(each, answer)).FirstOrDefault(area => area is not null),
        _ => null,
    };

    private static Area? AreaOf(AreaLayer layer, in PlaceAnswer answer) => layer switch
    {
        AreaLayer.Country => answer.Country,
        AreaLayer.State => answer.State,
        AreaLayer.County => answer.County,
        AreaLayer.Place => answer.Place,
        AreaLayer.PostalCode => answer.PostalCode,
        _ => null,
    };
}
