using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Indexing;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Tries every rule against every event: what the index of <see cref="RuleEngine"/> is measured and checked against. One caller at a time.</summary>
public sealed class RuleScan
{
    private readonly SymbolTable _symbols;
    private readonly EventFacts _facts = new();
    private readonly SegmentCode _code;
    private readonly (string Id, int Entry)[] _rules;

    /// <summary>Takes the rules in.</summary>
    /// <param name="rules">The rules.</param>
    /// <param name="resources">What they may ask for beside events; null: nothing.</param>
    /// <exception cref="Regions.InvalidRegionException">A region is none.</exception>
    /// <exception cref="Schedules.InvalidScheduleException">A schedule is none.</exception>
    /// <exception cref="MissingResourceException">A rule asks for what is not among <paramref name="resources"/>.</exception>
    public RuleScan(IEnumerable<Rule> rules, RuleResources? resources = null)
    {
        ArgumentNullException.ThrowIfNull(rules);
        _symbols = new SymbolTable(resources ?? new RuleResources());
        var code = new CodeWriter(_symbols);
        _rules = [.. rules.Select(rule => (rule.Id, code.Write(rule.When)))];
        _code = code.ToCode();
    }

    /// <summary>Adds the names of the rules that an event matches.</summary>
    public void Match(GeniusEvent value, in PlaceAnswer place, ICollection<string> ids)
    {
        ArgumentNullException.ThrowIfNull(value);
        ArgumentNullException.ThrowIfNull(ids);
        Match(value, place, null, [], ids);
    }

    /// <summary>As <see cref="Match(GeniusEvent, in PlaceAnswer, ICollection{string})"/>, for a fact, or of what is known to meet other rules.</summary>
    internal void Match(GeniusEvent value, in PlaceAnswer place, DerivedFact? fact, IEnumerable<string> premises, ICollection<string> ids)
    {
        _facts.Set(value, place, _symbols);
        if (fact is not null) _facts.Operands.Add(fact, _symbols.Operands);
        foreach (var each in premises) _facts.Operands.AddRule(each, _symbols.Operands);
        foreach (var (id, entry) in _rules)
        {
            if (_code.Holds(entry, _facts)) ids.Add(id);
        }
    }
}
