using System.Collections.Concurrent;

namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>What a host has for its rules beside events. Safe for concurrent callers.</summary>
public sealed class RuleResources
{
    private readonly ConcurrentDictionary<string, ReferenceCell> _tables = new(StringComparer.Ordinal);
    private int _version;

    /// <summary>Rises when something comes that was not there before: rules that were set aside for it may run then.</summary>
    public int Version => Volatile.Read(ref _version);

    /// <summary>A table is there from now on, in place of one of the same name. An event sees one of the two, never some of both.</summary>
    public void Put(ReferenceTable table)
    {
        ArgumentNullException.ThrowIfNull(table);
        var cell = new ReferenceCell(table);
        var known = _tables.GetOrAdd(table.Name, cell);
        known.Table = table;
        if (known == cell) Interlocked.Increment(ref _version);
    }

    /// <summary>A table by its name, or null.</summary>
    public ReferenceTable? FindTable(string name) => _tables.GetValueOrDefault(name)?.Table;

    /// <exception cref="MissingResourceException">There is no such table.</exception>
    internal ReferenceCell CellOf(string table) => _tables.GetValueOrDefault(table)
        ?? throw new MissingResourceException($"there is no reference table '{table}' on this host; put it among the host's RuleResources, or name its file in the settings.");
}
