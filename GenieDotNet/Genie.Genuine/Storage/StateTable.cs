namespace Genie.Genuine.Storage;

/// <summary>Records in memory, without a lock: what both stores share.</summary>
internal sealed class StateTable
{
    private readonly Dictionary<string, StateRecord> _records = new(StringComparer.Ordinal);

    /// <summary>The version that was given last.</summary>
    public long LastVersion { get; private set; }

    /// <summary>Bytes of all names and values.</summary>
    public long Size { get; private set; }

    public IReadOnlyDictionary<string, StateRecord> Records => _records;

    public StateRecord? Find(string name) => _records.TryGetValue(name, out var record) ? record : null;

    public string[] List(string prefix) => [.. _records.Keys.Where(name => name.StartsWith(prefix, StringComparison.Ordinal))];

    public bool IsExpected(IReadOnlyList<StateChange> changes)
    {
        foreach (var change in changes)
        {
            if ((Find(change.Name)?.Version ?? 0) != change.ExpectedVersion) return false;
        }

        return true;
    }

    public void Apply(IReadOnlyList<StateChange> changes, long version)
    {
        LastVersion = version;
        foreach (var change in changes) Set(change.Name, change.Value, version);
    }

    private void Set(string name, ReadOnlyMemory<byte>? value, long version)
    {
        if (_records.Remove(name, out var old)) Size -= name.Length + old.Value.Length;
        if (value is not { } bytes) return;
        _records[name] = new StateRecord(bytes, version);
        Size += name.Length + bytes.Length;
    }
}
