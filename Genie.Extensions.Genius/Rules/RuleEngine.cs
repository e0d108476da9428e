using System.Collections.Concurrent;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Indexing;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Finds the rules that an event matches, by an index, and those that follow from them. Rules come and go while events are matched. Safe for concurrent callers.</summary>
/// <remarks>
/// A match sees the rules of one moment: those before a change or those after it, never some of both. The rules lie in segments of growing sizes, each
/// with an index that never changes; new ones form a segment, which takes in the ones before it that are not twice its size (J. L. Bentley, J. B. Saxe,
/// "Decomposable searching problems I: static-to-dynamic transformation", 1980). So a rule is indexed anew some log2(n) times in all, and a change
/// now and then pays for many: hand many rules over at once where that is known. Rules about facts, which name a window, a pattern, a geofence or another rule, have an index of their own, so that events pay nothing for them.
/// </remarks>
public sealed class RuleEngine
{
    /// <summary>How many rules may follow one from another. What would follow from more is not inferred, and <see cref="TooDeep"/> says so.</summary>
    public const int InferenceDepthMax = 8;

    private const int TooDeepMax = 100;

    private readonly IReverseGeocoder _geocoder;
    private readonly Lock _lock = new();
    private readonly RuleIndex _ofEvents;
    private readonly RuleIndex _ofFacts;
    private readonly ConcurrentDictionary<string, byte> _tooDeep = new(StringComparer.Ordinal);
    private readonly RuleSequences _directSequences = new();
    private volatile RuleSets _rules;
    private volatile RuleSequenceSet _sequences = RuleSequenceSet.Empty;
    private volatile SequenceConditions? _conditions;
    private IReadOnlyList<PatternDefinition> _direct = [];
    private IReadOnlyList<PatternDefinition> _kept = [];

    /// <summary>Creates it without rules.</summary>
    /// <param name="geocoder">Finds the areas that rules name.</param>
    /// <param name="resources">What rules may ask for beside events; null: nothing.</param>
    public RuleEngine(IReverseGeocoder geocoder, RuleResources? resources = null)
    {
        (_geocoder, Resources) = (geocoder, resources ?? new RuleResources());
        (_ofEvents, _ofFacts) = (new RuleIndex(Resources), new RuleIndex(Resources));
        _rules = new RuleSets(_ofEvents.Rules, _ofFacts.Rules);
    }

    /// <summary>What rules may ask for beside events.</summary>
    public RuleResources Resources { get; }

    /// <summary>Rules that would have followed from more than <see cref="InferenceDepthMax"/> others, since rules were changed last; some of them where there are many.</summary>
    public IReadOnlyCollection<string> TooDeep => [.. _tooDeep.Keys.Order(StringComparer.Ordinal)];

    /// <summary>What this host derives facts by; null: that is not known.</summary>
    internal IReadOnlySet<(FactSource Source, string Name)>? Definitions { get; set; }

    /// <inheritdoc cref="IReverseGeocoder.AreaCodes"/>
    internal IReadOnlyDictionary<string, IReadOnlySet<string>>? AreaCodes => _geocoder.AreaCodes;

    /// <summary>Another one without rules, of the same host.</summary>
    internal RuleEngine Empty() => new(_geocoder, Resources);

    /// <summary>The rules about events as they are now.</summary>
    public RuleSet Rules => _rules.OfEvents;

    /// <summary>The rules about facts as they are now.</summary>
    public RuleSet FactRules => _rules.OfFacts;

    /// <summary>The sequences that rules define themselves, as they are now.</summary>
    internal RuleSequenceSet Sequences => _sequences;

    /// <summary>Takes over which sequences rules define themselves, from who keeps the rules.</summary>
    /// <param name="sequences">The sequences, in their versions; null: those that there are.</param>
    /// <param name="version">The version of the rules.</param>
    internal void Keep(IReadOnlyList<PatternDefinition>? sequences, long version)
    {
        lock (_lock) SetSequences(_direct, sequences ?? _kept, version);
    }

    /// <summary>A rule by its name, or null.</summary>
    public Rule? Find(string id)
    {
        lock (_lock) return _ofEvents.Find(id) ?? _ofFacts.Find(id);
    }

    /// <summary>Puts a rule in, in place of one of the same name.</summary>
    /// <exception cref="InvalidRuleException">Its region or schedule is none, it asks for what this host does not have, or its conditions are nested deeper than <see cref="Condition.NestingMax"/>.</exception>
    public void Put(Rule rule) => Apply([RuleChange.Put(rule)]);

    /// <summary>Takes a rule out, if it is there.</summary>
    public void Remove(string id) => Apply([RuleChange.Remove(id)]);

    /// <summary>Makes changes, all at once or none. Of several with one name the last counts.</summary>
    /// <exception cref="InvalidRuleException">A rule's region or schedule is none, it asks for what this host does not have, or its conditions are nested deeper than <see cref="Condition.NestingMax"/>; nothing was changed.</exception>
    public void Apply(IReadOnlyCollection<RuleChange> changes) => Apply(changes, isKept: false);

    /// <summary>As <see cref="Apply(IReadOnlyCollection{RuleChange})"/>; who keeps rules says by <see cref="Keep"/> which sequences they define.</summary>
    internal void Apply(IReadOnlyCollection<RuleChange> changes, bool isKept)
    {
        ArgumentNullException.ThrowIfNull(changes);
        lock (_lock)
        {
            // A rule that was about events may be about facts by now.
            var (events, facts) = (new Dictionary<string, Rule?>(StringComparer.Ordinal), new Dictionary<string, Rule?>(StringComparer.Ordinal));
            foreach (var each in changes)
            {
                if (each.Rule is { } rule && rule.Id != each.Id) throw new InvalidRuleException(each.Id, $"the change brings a rule of another name, '{rule.Id}'.");
                var isOfFacts = each.Rule is not null && ConditionOperands.AskFacts(each.Rule.When);
                if (isOfFacts) CheckSteps(each.Rule!);
                events[each.Id] = isOfFacts ? null : each.Rule;
                facts[each.Id] = isOfFacts ? each.Rule : null;
            }

            var (changeEvents, changeFacts) = (_ofEvents.Prepare(events), _ofFacts.Prepare(facts));
            changeEvents();
            changeFacts();
            _rules = new RuleSets(_ofEvents.Rules, _ofFacts.Rules);
            _tooDeep.Clear();
            if (isKept) return;
            foreach (var (id, rule) in facts) _directSequences.Change(id, rule?.When, version: 0);
            if (_directSequences.TakeChanged() is { } direct) SetSequences(direct, _kept, _sequences.Version);
        }
    }

    /// <summary>Looks an event's place up, where rules name areas, and adds the names of the rules it matches, and of those that follow from them, each once, in no particular order.</summary>
    /// <exception cref="GeocoderUnavailableException">The geocoder cannot be reached.</exception>
    public ValueTask MatchAsync(GeniusEvent value, ICollection<string> ids, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(value);
        return MatchAsync(value, null, ids, cancellationToken);
    }

    /// <summary>As <see cref="MatchAsync(GeniusEvent, ICollection{string}, CancellationToken)"/>.</summary>
    /// <param name="value">The event.</param>
    /// <param name="known">What lies at its place; null: that is looked up, where rules name areas.</param>
    /// <param name="ids">Where the names go.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="GeocoderUnavailableException">The geocoder cannot be reached.</exception>
    internal ValueTask MatchAsync(GeniusEvent value, PlaceAnswer? known, ICollection<string> ids, CancellationToken cancellationToken)
    {
        var rules = _rules;
        var place = LookUpAsync(rules, value, known, cancellationToken);
        if (!place.IsCompletedSuccessfully) return AwaitAndMatchAsync(rules, value, place, ids);
        Match(rules, value, place.Result, ids);
        return ValueTask.CompletedTask;
    }

    /// <summary>True if an event's place must be looked up: rules, or steps of their sequences, name areas.</summary>
    internal bool NeedsPlaces => _rules.NeedPlaces || _conditions is { NeedsPlaces: true };

    /// <summary>What lies at an event's place.</summary>
    internal ValueTask<PlaceAnswer> LookUpAsync(GeniusEvent value, CancellationToken cancellationToken) => _geocoder.LookUpAsync(value.Place, cancellationToken);

    /// <summary>As <see cref="MatchAsync(GeniusEvent, PlaceAnswer?, ICollection{string}, CancellationToken)"/>, for an event of which it is known that it meets other rules, which are not among these.</summary>
    internal async ValueTask MatchGivenAsync(GeniusEvent value, PlaceAnswer? known, IReadOnlyList<string> premises, ICollection<string> ids, CancellationToken cancellationToken)
    {
        var rules = _rules;
        var place = await LookUpAsync(rules, value, known, cancellationToken).ConfigureAwait(false);
        rules.OfEvents.Match(value, place, ids);
        if (!rules.OfFacts.IsChaining) return;
        foreach (var each in Infer(rules.OfFacts, value, place, null, [.. premises, .. ids])) ids.Add(each);
    }

    /// <summary>The steps of rules' own sequences that are conditions which an event meets.</summary>
    /// <param name="value">The event.</param>
    /// <param name="known">What lies at its place; null: that is looked up, where steps name areas.</param>
    /// <param name="rules">The rules that it meets.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="GeocoderUnavailableException">The geocoder cannot be reached.</exception>
    internal ValueTask<IReadOnlyList<string>> MatchStepsAsync(GeniusEvent value, PlaceAnswer? known, IReadOnlyList<string> rules, CancellationToken cancellationToken) =>
        _conditions?.MatchAsync(value, known, rules, cancellationToken) ?? ValueTask.FromResult<IReadOnlyList<string>>([]);

    /// <summary>The rules that a fact meets, and those that follow from them, in ordinal order.</summary>
    /// <param name="fact">The fact.</param>
    /// <param name="premises">Rules that it is known to meet, which are not among these.</param>
    internal List<string> Match(DerivedFact fact, IReadOnlyList<string> premises)
    {
        var rules = _rules.OfFacts;
        if (rules.Count == 0) return [];
        var ids = Infer(rules, fact.ToEvent(), default, fact, premises);
        ids.Sort(StringComparer.Ordinal);
        return ids;
    }

    private ValueTask<PlaceAnswer> LookUpAsync(RuleSets rules, GeniusEvent value, PlaceAnswer? known, CancellationToken cancellationToken) =>
        rules.NeedPlaces && known is null ? _geocoder.LookUpAsync(value.Place, cancellationToken) : new ValueTask<PlaceAnswer>(known ?? default);

    private async ValueTask AwaitAndMatchAsync(RuleSets rules, GeniusEvent value, ValueTask<PlaceAnswer> place, ICollection<string> ids) =>
        Match(rules, value, await place.ConfigureAwait(false), ids);

    private void Match(RuleSets rules, GeniusEvent value, in PlaceAnswer place, ICollection<string> ids)
    {
        if (!rules.OfFacts.IsChaining)
        {
            rules.OfEvents.Match(value, place, ids);
            return;
        }

        var matched = new List<string>();
        rules.OfEvents.Match(value, place, matched);
        if (matched.Count > 0) matched.AddRange(Infer(rules.OfFacts, value, place, null, matched));
        foreach (var each in matched) ids.Add(each);
    }

    private void SetSequences(IReadOnlyList<PatternDefinition> direct, IReadOnlyList<PatternDefinition> kept, long version)
    {
        if (ReferenceEquals(direct, _direct) && ReferenceEquals(kept, _kept))
        {
            if (version != _sequences.Version) _sequences = _sequences.At(version);
        }
        else
        {
            (_direct, _kept) = (direct, kept);
            _sequences = new RuleSequenceSet([.. kept, .. direct.ExceptBy(kept.Select(static each => each.Name), static each => each.Name, StringComparer.Ordinal)], version);
        }

        if (_conditions is null && _sequences.Definitions.Count == 0) return;
        (_conditions ??= new SequenceConditions(Empty())).Keep(_sequences.Conditions);
    }

    // What cannot be met here is the rule's mistake, although another index has its steps.
    private void CheckSteps(Rule rule)
    {
        foreach (var each in ConditionOperands.StepsOf(rule.When)) Empty().Put(rule with { When = each });
    }

    private List<string> Infer(RuleSet rules, GeniusEvent value, in PlaceAnswer place, DerivedFact? fact, IReadOnlyList<string> premises)
    {
        var inferred = new List<string>();
        foreach (var each in rules.Infer(value, place, fact, premises, inferred))
        {
            if (_tooDeep.Count < TooDeepMax) _tooDeep.TryAdd(each, 0);
        }

        return inferred;
    }

    private sealed record RuleSets(RuleSet OfEvents, RuleSet OfFacts)
    {
        public bool NeedPlaces => OfEvents.NeedsPlaces || (OfFacts.IsChaining && OfFacts.NeedsPlaces);
    }
}
