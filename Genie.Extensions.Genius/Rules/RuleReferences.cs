using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Text;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Finds what rules name and this host does not have: definitions of its options, other rules, and areas of its maps. Such rules run, and never match by that; a definition, a rule or a map may come later.</summary>
/// <param name="isRule">True for the name of a rule.</param>
/// <param name="definitions">What the host defines.</param>
/// <param name="areaCodes">The codes of areas, by the names of the geocoder's layers; null: that is not known.</param>
internal sealed class RuleReferences(Func<string, bool> isRule, IReadOnlySet<(FactSource Source, string Name)> definitions, IReadOnlyDictionary<string, IReadOnlySet<string>>? areaCodes)
{
    /// <summary>What is missing, in words; null: nothing, or the rule does not run anyway.</summary>
    public string? MissingIn(StoredRule stored)
    {
        if (stored is not { Rule: { } rule, QuarantineReason: null, Mode: not RuleMode.Disabled }) return null;
        var facts = ConditionOperands.FactsOf(rule.When).Where(fact => !IsThere(fact)).Select(static fact => RuleFacts.Format(fact with { Field = null }));
        var areas = ConditionOperands.StepsOf(rule.When).Prepend(rule.When).SelectMany(ConditionOperands.RegionsOf).OfType<AreaRegion>().Where(area => !IsThere(area)).Select(static area => RuleFormatter.Format(new InRegion(area)));
        List<string> names = [.. facts.Concat(areas).Distinct(StringComparer.Ordinal)];
        return names.Count > 0 ? $"it names {string.Join(" and ", names)}, which this host does not have" : null;
    }

    private bool IsThere(FactOperand fact) => fact.Source == FactSource.Rule
        ? isRule(fact.Name)
        : definitions.Contains((fact.Source, fact.Name)) || (fact.Source == FactSource.Pattern && SequenceText.Read(fact.Name) is not null);

    private bool IsThere(AreaRegion area) => areaCodes is null || !areaCodes.TryGetValue(LayerOf(area.Layer), out var codes) || codes.Contains(area.Code);

    private static string LayerOf(AreaLayer layer) => layer switch
    {
        AreaLayer.Country => "country",
        AreaLayer.State => "state",
        AreaLayer.County => "county",
        AreaLayer.Place => "place",
        AreaLayer.PostalCode => "postal",
        _ => throw new ArgumentOutOfRangeException(nameof(layer), layer, "There is no such layer."),
    };
}
