using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>What an explanation looks at. One explanation's.</summary>
/// <param name="value">The event; of a fact one that has its key and time alone.</param>
/// <param name="place">What lies at its place.</param>
/// <param name="resources">What conditions may ask for beside it.</param>
internal sealed class RuleView(GeniusEvent value, in PlaceAnswer place, RuleResources? resources)
{
    private readonly HashSet<string> _explained = new(StringComparer.Ordinal);
    private readonly PlaceAnswer _place = place;

    public GeniusEvent Value => value;

    public ref readonly PlaceAnswer Place => ref _place;

    public RuleResources? Resources => resources;

    /// <summary>The fact; null: an event.</summary>
    public DerivedFact? Fact { get; init; }

    /// <summary>Rules that it meets.</summary>
    public IReadOnlyCollection<string> Rules { get; init; } = [];

    /// <summary>Finds other rules; null: there are none to be seen.</summary>
    public Func<string, StoredRule?>? FindRule { get; init; }

    /// <summary>True if this is a fact of that definition.</summary>
    public bool IsOf(FactOperand operand) => Fact is { } fact && (fact.Source, fact.Name) == (operand.Source, operand.Name);

    /// <summary>True if a rule that does what its mode says is tried with this.</summary>
    public bool IsTriedWith(Rule rule) => Fact is null || ConditionOperands.AskFacts(rule.When);

    /// <summary>The condition of a rule that is named, the first time that it is: so an explanation is no longer than the rules, and ends where they name each other in a circle.</summary>
    public Condition? ConditionOf(string id) =>
        FindRule?.Invoke(id) is { Mode: RuleMode.Active, QuarantineReason: null, Rule: { } rule } && IsTriedWith(rule) && _explained.Add(id) ? rule.When : null;
}
