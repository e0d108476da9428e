using Genie.Extensions.Genius.Rules.Resources;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Rules in segments of growing sizes. One caller at a time changes it; reading takes no lock but for <see cref="Find"/>, which is a changer's too.</summary>
internal sealed class RuleIndex
{
    private readonly SymbolTable _symbols;
    private readonly Dictionary<string, (RuleSegment Segment, int Number)> _places = new(StringComparer.Ordinal);

    public RuleIndex(RuleResources resources)
    {
        _symbols = new SymbolTable(resources);
        Rules = new RuleSet(_symbols, []);
    }

    /// <summary>The rules as they are now.</summary>
    public RuleSet Rules { get; private set; }

    /// <summary>A rule by its name, or null.</summary>
    public Rule? Find(string id) => _places.TryGetValue(id, out var place) ? place.Segment.Rules[place.Number] : null;

    /// <summary>Makes a change ready.</summary>
    /// <param name="last">What becomes of rules, by their names; null: they go.</param>
    /// <returns>Makes it, and cannot fail.</returns>
    /// <exception cref="InvalidRuleException">One of them is no rule here; nothing was changed.</exception>
    public Action Prepare(Dictionary<string, Rule?> last)
    {
        var added = last.Values.OfType<Rule>().ToList();
        if (added.Count == 0 && !last.Keys.Any(_places.ContainsKey)) return static () => { };
        var parts = Without(last.Keys);
        TakeIn(parts, added);
        var segment = added.Count > 0 ? SegmentBuilder.Build([.. added], _symbols) : null;
        if (segment is not null) parts.Add(RulePart.Whole(segment));
        return () =>
        {
            foreach (var id in last.Keys) _places.Remove(id);
            for (var i = 0; i < segment?.Rules.Length; i++) _places[segment.Rules[i].Id] = (segment, i);
            Rules = new RuleSet(_symbols, [.. parts]);
        };
    }

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
