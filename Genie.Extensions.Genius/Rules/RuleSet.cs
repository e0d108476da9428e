using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Indexing;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>The rules as they were at one moment. Never changes; safe for concurrent callers.</summary>
public sealed class RuleSet
{
    [ThreadStatic]
    private static (EventFacts Facts, List<int> Repeated)? t_spare;

    private readonly SymbolTable _symbols;
    private readonly RulePart[] _parts;

    internal RuleSet(SymbolTable symbols, RulePart[] parts) => (_symbols, _parts, Count) = (symbols, parts, parts.Sum(part => part.Count));

    /// <summary>How many rules there are.</summary>
    public int Count { get; }

    /// <summary>The rules, in no particular order.</summary>
    public IEnumerable<Rule> Rules => _parts.SelectMany(part => part.Rules);

    /// <summary>True if rules name areas, so that an event's place must be looked up for <see cref="Match"/>.</summary>
    public bool NeedsPlaces => _symbols.HasAreas;

    internal IReadOnlyList<RulePart> Parts => _parts;

    /// <summary>True if rules follow from others.</summary>
    internal bool IsChaining => Count > 0 && _symbols.Operands.HasRules;

    /// <summary>Adds the names of the rules that an event matches, each once, in no particular order.</summary>
    /// <param name="value">The event.</param>
    /// <param name="place">What lies at its place; no matter what where <see cref="NeedsPlaces"/> is false.</param>
    /// <param name="ids">Where the names go.</param>
    public void Match(GeniusEvent value, in PlaceAnswer place, ICollection<string> ids)
    {
        ArgumentNullException.ThrowIfNull(value);
        ArgumentNullException.ThrowIfNull(ids);

        // Taken away meanwhile: a collection of the caller's may call back.
        var (facts, repeated) = t_spare ?? (new EventFacts(), []);
        t_spare = null;
        facts.Set(value, place, _symbols);
        foreach (var part in _parts) part.Segment.Match(facts, part.Gone, ids, repeated);
        t_spare = (facts, repeated);
    }

    /// <summary>Forward chaining, breadth first: rules that hold make others hold, until no more do. The result does not depend on any order, since no rule asks that another is not met.</summary>
    /// <param name="value">The event, or the fact as one.</param>
    /// <param name="place">What lies at its place.</param>
    /// <param name="fact">The fact; null: an event.</param>
    /// <param name="premises">Rules that hold.</param>
    /// <param name="inferred">Where the names of those go that follow, each once.</param>
    /// <returns>Rules that would follow from more than <see cref="RuleEngine.InferenceDepthMax"/> others, and do not.</returns>
    internal IReadOnlyList<string> Infer(GeniusEvent value, in PlaceAnswer place, DerivedFact? fact, IReadOnlyList<string> premises, List<string> inferred)
    {
        var (facts, repeated) = t_spare ?? (new EventFacts(), []);
        t_spare = null;
        facts.Set(value, place, _symbols);
        if (fact is not null) facts.Operands.Add(fact, _symbols.Operands);
        var known = new HashSet<string>(premises, StringComparer.Ordinal);
        var (found, fresh) = (new List<string>(), premises);
        for (var depth = 0; ; depth++)
        {
            foreach (var each in fresh) facts.Operands.AddRule(each, _symbols.Operands);
            found.Clear();
            foreach (var part in _parts) part.Segment.Match(facts, part.Gone, found, repeated);
            fresh = [.. found.Where(known.Add)];
            if (fresh.Count == 0 || depth == RuleEngine.InferenceDepthMax) break;
            inferred.AddRange(fresh);
        }

        t_spare = (facts, repeated);
        return fresh;
    }
}
