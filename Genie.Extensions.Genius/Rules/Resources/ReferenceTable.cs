using System.Collections.Frozen;
using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>Reference data that events are joined with: rows by their keys, each with named values or none. Never changes; another one of the same name takes its place.</summary>
public sealed class ReferenceTable
{
    private readonly FrozenDictionary<string, EventAttributes> _rows;

    /// <summary>Takes rows in.</summary>
    /// <param name="name">The table's name, as rules have it.</param>
    /// <param name="rows">The rows; of several with one key the last counts.</param>
    public ReferenceTable(string name, IEnumerable<KeyValuePair<string, EventAttributes>> rows)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(rows);
        var last = new Dictionary<string, EventAttributes>(StringComparer.Ordinal);
        foreach (var (key, row) in rows) last[key] = row;
        (Name, _rows) = (name, last.ToFrozenDictionary(StringComparer.Ordinal));
    }

    /// <summary>The table's name.</summary>
    public string Name { get; }

    /// <summary>How many rows there are.</summary>
    public int Count => _rows.Count;

    /// <summary>A table of keys alone.</summary>
    public static ReferenceTable OfKeys(string name, params IEnumerable<string> keys) => new(name, keys.Select(static key => KeyValuePair.Create(key, EventAttributes.None)));

    /// <summary>A row by its key; null: there is none.</summary>
    public EventAttributes? Find(string key) => _rows.GetValueOrDefault(key);
}
