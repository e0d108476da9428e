using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Patterns;

namespace Genie.Extensions.Genius.Rules;

/// <summary>The sequences that rules define themselves, and since which version of the rules each is wanted without a break: one that comes back begins anew. One caller at a time.</summary>
internal sealed class RuleSequences
{
    private readonly Dictionary<string, IReadOnlyList<string>> _ofRules = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (int Rules, PatternDefinition Definition)> _wanted = new(StringComparer.Ordinal);
    private bool _isChanged;

    /// <summary>Takes a change of a rule in.</summary>
    /// <param name="id">The rule.</param>
    /// <param name="condition">What it wants from now on; null: nothing.</param>
    /// <param name="version">The change's.</param>
    public void Change(string id, Condition? condition, int version)
    {
        if (condition is null && _ofRules.Count == 0) return;
        IReadOnlyList<string> names = condition is null ? [] : [.. ConditionOperands.SequencesOf(condition)];
        var before = _ofRules.GetValueOrDefault(id, []);

        // First those that come: what is wanted before and after goes on.
        foreach (var name in names) Add(name, version);
        foreach (var name in before) Remove(name);
        if (names.Count == 0) _ofRules.Remove(id);
        else _ofRules[id] = names;
    }

    /// <summary>Those that are wanted now, if that has changed since this was asked last; else null.</summary>
    public IReadOnlyList<PatternDefinition>? TakeChanged()
    {
        if (!_isChanged) return null;
        _isChanged = false;
        return [.. _wanted.Values.Select(static each => each.Definition)];
    }

    private void Add(string name, int version)
    {
        _isChanged = true;
        var (rules, definition) = _wanted.GetValueOrDefault(name);
        _wanted[name] = (rules + 1, definition ?? SequenceText.Read(name)! with { Version = version });
    }

    private void Remove(string name)
    {
        _isChanged = true;
        var (rules, definition) = _wanted[name];
        if (rules == 1) _wanted.Remove(name);
        else _wanted[name] = (rules - 1, definition);
    }
}
