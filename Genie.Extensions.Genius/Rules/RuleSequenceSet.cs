using System.Collections.Frozen;
using Genie.Extensions.Genius.Streams.Patterns;

namespace Genie.Extensions.Genius.Rules;

/// <summary>The sequences that rules define themselves, as they are at one moment. Never changes.</summary>
internal sealed class RuleSequenceSet
{
    private readonly FrozenSet<string> _ids;
    private readonly FrozenDictionary<string, PatternDefinition[]> _ofSteps;

    /// <summary>Takes them in.</summary>
    /// <param name="definitions">The sequences.</param>
    /// <param name="version">The version of the rules that they are of.</param>
    public RuleSequenceSet(IReadOnlyList<PatternDefinition> definitions, long version)
        : this(definitions, definitions.Select(static each => each.Id).ToFrozenSet(StringComparer.Ordinal), ByStep(definitions), ConditionsOf(definitions), version)
    {
    }

    private RuleSequenceSet(IReadOnlyList<PatternDefinition> definitions, FrozenSet<string> ids, FrozenDictionary<string, PatternDefinition[]> ofSteps, IReadOnlySet<string> conditions, long version) =>
        (Definitions, _ids, _ofSteps, Conditions, Version) = (definitions, ids, ofSteps, conditions, version);

    /// <summary>None.</summary>
    public static RuleSequenceSet Empty { get; } = new([], 0);

    /// <summary>The sequences, in no particular order.</summary>
    public IReadOnlyList<PatternDefinition> Definitions { get; }

    /// <summary>The steps that are conditions, each once.</summary>
    public IReadOnlySet<string> Conditions { get; }

    /// <summary>The version of the rules that they are of.</summary>
    public long Version { get; }

    /// <summary>The same of a later version of the rules.</summary>
    public RuleSequenceSet At(long version) => new(Definitions, _ids, _ofSteps, Conditions, version);

    /// <summary>True if one is among them, by its name and version.</summary>
    public bool Contains(string id) => _ids.Contains(id);

    /// <summary>Those that rules and conditions are steps of, each once.</summary>
    public IReadOnlyList<PatternDefinition> OfSteps(IReadOnlyList<string> steps)
    {
        if (_ids.Count == 0) return [];
        List<PatternDefinition>? found = null;
        foreach (var step in steps)
        {
            foreach (var each in _ofSteps.GetValueOrDefault(step, []))
            {
                if (found?.Contains(each) != true) (found ??= []).Add(each);
            }
        }

        return found ?? [];
    }

    private static HashSet<string> ConditionsOf(IReadOnlyList<PatternDefinition> definitions) =>
        definitions.SelectMany(static each => each.Steps).Where(static step => StepConditions.TextOf(step) is not null).ToHashSet(StringComparer.Ordinal);

    private static FrozenDictionary<string, PatternDefinition[]> ByStep(IReadOnlyList<PatternDefinition> definitions) =>
        definitions.SelectMany(static each => each.Steps.Distinct(StringComparer.Ordinal).Select(step => (Step: step, Definition: each)))
            .GroupBy(static each => each.Step, static each => each.Definition, StringComparer.Ordinal)
            .ToFrozenDictionary(static each => each.Key, static each => each.OrderBy(static definition => definition.Id, StringComparer.Ordinal).ToArray(), StringComparer.Ordinal);
}
