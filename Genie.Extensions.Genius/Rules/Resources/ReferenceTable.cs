using System.Collections.Frozen;
using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>Reference data that events are joined with: rows by their keys, each with named values or none. Never changes; another one of the same name takes its place.</summary>
public sealed class ReferenceTable
{
    private const int NamedMax = 5;

    private readonly FrozenDictionary<string, EventAttributes> _rows;

    /// <summary>Takes rows in.</summary>
    /// <param name="name">The table's name, as rules have it.</param>
    /// <param name="rows">The rows; of several with one key the last counts.</param>
    public ReferenceTable(string name, IEnumerable<KeyValuePair<string, EventAttributes>> rows)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(rows);
        var (last, repeated) = (new Dictionary<string, EventAttributes>(StringComparer.Ordinal), new SortedSet<string>(StringComparer.Ordinal));
        foreach (var (key, row) in rows)
        {
            if (!last.TryAdd(key, row)) repeated.Add(key);
            last[key] = row;
        }

        (Name, _rows) = (name, last.ToFrozenDictionary(StringComparer.Ordinal));
        Warnings = [.. WarningsOf(last.Keys, repeated)];
    }

    /// <summary>The table's name.</summary>
    public string Name { get; }

    /// <summary>How many rows there are.</summary>
    public int Count => _rows.Count;

    /// <summary>What in it has no effect, in words: rows that no event finds, and those that a later one of the same key replaces.</summary>
    internal IReadOnlyList<string> Warnings { get; }

    /// <summary>A table of keys alone.</summary>
    public static ReferenceTable OfKeys(string name, params IEnumerable<string> keys) => new(name, keys.Select(static key => KeyValuePair.Create(key, EventAttributes.None)));

    /// <summary>A row by its key; null: there is none.</summary>
    public EventAttributes? Find(string key) => _rows.GetValueOrDefault(key);

    private static IEnumerable<string> WarningsOf(Dictionary<string, EventAttributes>.KeyCollection keys, SortedSet<string> repeated)
    {
        if (keys.Contains("")) yield return "a row has an empty key; name what it is of.";
        var spaced = keys.Where(static key => key.Length > 0 && (char.IsWhiteSpace(key[0]) || char.IsWhiteSpace(key[^1]))).Order(StringComparer.Ordinal).ToList();
        if (spaced.Count > 0) yield return $"keys with blanks around them are found with these alone: {Named(spaced)}.";
        if (repeated.Count > 0) yield return $"of several rows with one key the last counts: {Named(repeated)}.";
    }

    private static string Named(IReadOnlyCollection<string> keys) => string.Join(", ", keys.Take(NamedMax).Select(static key => $"'{key}'")) + (keys.Count > NamedMax ? $" and {keys.Count - NamedMax:N0} more" : "");
}
