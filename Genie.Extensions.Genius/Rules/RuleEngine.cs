using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Indexing;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Finds the rules that an event matches, by an index. Rules come and go while events are matched. Safe for concurrent callers.</summary>
/// <remarks>
/// A match sees the rules of one moment: those before a change or those after it, never some of both. The rules lie in segments of growing sizes, each
/// with an index that never changes; new ones form a segment, which takes in the ones before it that are not twice its size (J. L. Bentley, J. B. Saxe,
/// "Decomposable searching problems I: static-to-dynamic transformation", 1980). So a rule is indexed anew some log2(n) times in all, and a change
/// now and then pays for many: hand many rules over at once where that is known.
/// </remarks>
public sealed class RuleEngine
{
    private readonly IReverseGeocoder _geocoder;
    private readonly Lock _lock = new();
    private readonly SymbolTable _symbols;
    private readonly Dictionary<string, (RuleSegment Segment, int Number)> _places = new(StringComparer.Ordinal);
    private volatile RuleSet _rules;

    /// <summary>Creates it without rules.</summary>
    /// <param name="geocoder">Finds the areas that rules name.</param>
    /// <param name="resources">What rules may ask for beside events; null: nothing.</param>
    public RuleEngine(IReverseGeocoder geocoder, RuleResources? resources = null)
    {
        (_geocoder, Resources) = (geocoder, resources ?? new RuleResources());
        _symbols = new SymbolTable(Resources);
        _rules = new RuleSet(_symbols, []);
    }

    /// <summary>What rules may ask for beside events.</summary>
    public RuleResources Resources { get; }

    /// <summary>Another one without rules, of the same host.</summary>
    internal RuleEngine Empty() => new(_geocoder, Resources);

    /// <summary>The rules as they are now.</summary>
    public RuleSet Rules => _rules;

    /// <summary>A rule by its name, or null.</summary>
    public Rule? Find(string id)
    {
        lock (_lock) return _places.TryGetValue(id, out var place) ? place.Segment.Rules[place.Number] : null;
    }

    /// <summary>Puts a rule in, in place of one of the same name.</summary>
    /// <exception cref="InvalidRuleException">Its region or schedule is none, it asks for what this host does not have, or its conditions are nested deeper than <see cref="Condition.NestingMax"/>.</exception>
    public void Put(Rule rule) => Apply([RuleChange.Put(rule)]);

    /// <summary>Takes a rule out, if it is there.</summary>
    public void Remove(string id) => Apply([RuleChange.Remove(id)]);

    /// <summary>Makes changes, all at once or none. Of several with one name the last counts.</summary>
    /// <exception cref="InvalidRuleException">A rule's region or schedule is none, it asks for what this host does not have, or its conditions are nested deeper than <see cref="Condition.NestingMax"/>; nothing was changed.</exception>
    public void Apply(IReadOnlyCollection<RuleChange> changes)
    {
        ArgumentNullException.ThrowIfNull(changes);
        lock (_lock)
        {
            var last = new Dictionary<string, Rule?>(StringComparer.Ordinal);
            foreach (var each in changes)
            {
                if (each.Rule is { } rule && rule.Id != each.Id) throw new InvalidRuleException(each.Id, $"the change brings a rule of another name, '{rule.Id}'.");
                last[each.Id] = each.Rule;
            }

            var parts = Without(last.Keys);
            var added = last.Values.OfType<Rule>().ToList();
            TakeIn(parts, added);
            var segment = added.Count > 0 ? SegmentBuilder.Build([.. added], _symbols) : null;
            if (segment is not null) parts.Add(RulePart.Whole(segment));

            // Nothing can fail any more.
            foreach (var id in last.Keys) _places.Remove(id);
            for (var i = 0; i < segment?.Rules.Length; i++) _places[segment.Rules[i].Id] = (segment, i);
            _rules = new RuleSet(_symbols, [.. parts]);
        }
    }

    /// <summary>Looks an event's place up, where rules name areas, and adds the names of the rules it matches, each once, in no particular order.</summary>
    /// <exception cref="GeocoderUnavailableException">The geocoder cannot be reached.</exception>
    public ValueTask MatchAsync(GeniusEvent value, ICollection<string> ids, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(value);
        var rules = Rules;
        var place = rules.NeedsPlaces ? _geocoder.LookUpAsync(value.Place, cancellationToken) : default;
        if (!place.IsCompletedSuccessfully) return AwaitAndMatchAsync(rules, value, place, ids);
        rules.Match(value, place.Result, ids);
        return ValueTask.CompletedTask;
    }

    private static async ValueTask AwaitAndMatchAsync(RuleSet rules, GeniusEvent value, ValueTask<PlaceAnswer> place, ICollection<string> ids) =>
        rules.Match(value, await place.ConfigureAwait(false), ids);

    private List<RulePart> Without(IEnumerable<string> ids)
    {
        var gone = ids.Where(_places.ContainsKey).Select(id => _places[id]).ToLookup(place => place.Segment, place => place.Number);
        var parts = new List<RulePart>();
        foreach (var part in Rules.Parts)
        {
            var rest = gone.Contains(part.Segment) ? part.Without([.. gone[part.Segment]]) : part;
            if (rest.Count > 0) parts.Add(rest);
        }

        return parts;
    }

    /// <summary>Moves the rules of segments that are small beside the added ones, or mostly gone, to the added ones.</summary>
    private static void TakeIn(List<RulePart> parts, List<Rule> added)
    {
        for (var i = parts.Count - 1; i >= 0; i--)
        {
            var isSmall = i == parts.Count - 1 && added.Count > 0 && parts[i].Count <= 2 * added.Count;
            if (!isSmall && 2 * parts[i].Count >= parts[i].Segment.Rules.Length) continue;
            added.AddRange(parts[i].Rules);
            parts.RemoveAt(i);
        }
    }
}
