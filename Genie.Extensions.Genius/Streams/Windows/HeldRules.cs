using Genie.Extensions.Genius.Messages;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>The rules that hold by results of windows which may be revised yet.</summary>
internal sealed class HeldRules
{
    private readonly Dictionary<(Timestamp Start, Timestamp End), string[]> _rules = [];

    /// <summary>Those that hold by a window's result so far.</summary>
    public IReadOnlyList<string> Of(WindowClosed result) => _rules.GetValueOrDefault((result.Start, result.End)) ?? [];

    /// <summary>Takes in what a result brought about.</summary>
    public void Note(FactMatched matched)
    {
        if (matched.WindowClosed is not { } result) return;
        string[] rules = [.. Of(result).Except(matched.RetractedRules, StringComparer.Ordinal).Concat(matched.Rules).Order(StringComparer.Ordinal)];
        if (rules.Length == 0) _rules.Remove((result.Start, result.End));
        else _rules[(result.Start, result.End)] = rules;
    }

    /// <summary>Forgets those of windows that are not revised any more.</summary>
    public void Keep(IEnumerable<OpenWindow> windows)
    {
        if (_rules.Count == 0) return;
        var open = windows.Select(static each => (TimeOf(each.StartTicks), TimeOf(each.EndTicks))).ToHashSet();
        foreach (var span in _rules.Keys.Where(span => !open.Contains(span)).ToList()) _rules.Remove(span);
    }

    public IEnumerable<WindowRulesSaved> Save() => _rules.Select(static each => new WindowRulesSaved { Start = each.Key.Start, End = each.Key.End, Rules = { each.Value } });

    public void Load(IEnumerable<WindowRulesSaved> saved)
    {
        _rules.Clear();
        foreach (var each in saved) _rules[(each.Start, each.End)] = [.. each.Rules];
    }

    private static Timestamp TimeOf(long ticks) => Timestamp.FromDateTimeOffset(WindowMessages.Instant(ticks));
}
