namespace Genie.Genuine.Storage;

/// <summary>Records for as long as the process lives.</summary>
public sealed class MemoryStateStore : IStateStore
{
    private readonly Lock _lock = new();
    private readonly StateTable _table = new();

    /// <inheritdoc/>
    public bool IsDurable => false;

    /// <inheritdoc/>
    public ValueTask<StateRecord?> ReadAsync(string name, CancellationToken cancellationToken)
    {
        lock (_lock) return new(_table.Find(name));
    }

    /// <inheritdoc/>
    public ValueTask<bool> TryWriteAsync(IReadOnlyList<StateChange> changes, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            if (!_table.IsExpected(changes)) return new(false);
            _table.Apply([.. changes.Select(static change => change.Copy())], _table.LastVersion + 1);
            return new(true);
        }
    }

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> ListAsync(string prefix, CancellationToken cancellationToken)
    {
        lock (_lock) return new(_table.List(prefix));
    }
}
