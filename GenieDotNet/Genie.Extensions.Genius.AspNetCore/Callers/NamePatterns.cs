using Genie.Extensions.Genius.Rules;

namespace Genie.Extensions.Genius.AspNetCore.Callers;

/// <summary>Which names are meant: each pattern is a name, or, with <c>*</c> at its end, what names begin with. <c>*</c> alone means all. Compared byte by byte.</summary>
public sealed class NamePatterns
{
    private const char Rest = '*';

    private readonly HashSet<string> _names;
    private readonly string[] _prefixes;

    /// <summary>Of any number of patterns; of none, no name is meant.</summary>
    /// <param name="patterns">Names, and beginnings of names with <c>*</c> behind them. A <c>*</c> elsewhere stands for itself.</param>
    public NamePatterns(IEnumerable<string> patterns)
    {
        var all = patterns.ToArray();
        _names = all.Where(static each => !each.EndsWith(Rest)).ToHashSet(StringComparer.Ordinal);
        _prefixes = [.. all.Where(static each => each.EndsWith(Rest)).Select(static each => each[..^1])];
    }

    /// <summary>True if no name is meant.</summary>
    public bool IsEmpty => _names.Count == 0 && _prefixes.Length == 0;

    /// <summary>True for names that are meant.</summary>
    public bool Contains(string name) => _names.Contains(name) || Array.Exists(_prefixes, prefix => name.StartsWith(prefix, StringComparison.Ordinal));

    /// <summary>As they are written, divided by commas.</summary>
    public override string ToString() => IsEmpty ? "none" : string.Join(", ", _prefixes.Select(static prefix => prefix + Rest).Concat(_names).Order(StringComparer.Ordinal));

    /// <summary>Met by events of keys that are meant.</summary>
    internal Condition ToCondition() => new AnyOf([.. _names.Select(Condition.Key), .. _prefixes.Select(Condition.KeyStartsWith)]);
}
