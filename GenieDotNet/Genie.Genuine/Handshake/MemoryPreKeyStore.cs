namespace Genie.Genuine.Handshake;

/// <summary>Prekeys for as long as the process lives.</summary>
public sealed class MemoryPreKeyStore : IPreKeyStore, IDisposable
{
    private readonly Lock _lock = new();
    private readonly PreKeyTable _table = new();

    /// <inheritdoc/>
    public ValueTask AddSignedAsync(StoredPreKey preKey, CancellationToken cancellationToken)
    {
        lock (_lock) _table.AddSigned(preKey);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask<StoredPreKey?> LatestSignedAsync(CancellationToken cancellationToken)
    {
        lock (_lock) return new(CopyOf(_table.LatestSigned()));
    }

    /// <inheritdoc/>
    public ValueTask<StoredPreKey?> FindSignedAsync(uint id, CancellationToken cancellationToken)
    {
        lock (_lock) return new(CopyOf(_table.FindSigned(id)));
    }

    /// <inheritdoc/>
    public ValueTask RemoveSignedBeforeAsync(DateTimeOffset time, CancellationToken cancellationToken)
    {
        lock (_lock) _table.RemoveSignedBefore(time);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask AddOneTimeAsync(StoredPreKey preKey, int capacity, CancellationToken cancellationToken)
    {
        lock (_lock) _table.AddOneTime(preKey, capacity);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask<StoredPreKey?> FindOneTimeAsync(uint id, CancellationToken cancellationToken)
    {
        lock (_lock) return new(CopyOf(_table.FindOneTime(id)));
    }

    /// <inheritdoc/>
    public ValueTask<bool> TryConsumeAsync(PreKeyUse use, CancellationToken cancellationToken)
    {
        lock (_lock) return new(_table.TryConsume(use));
    }

    /// <summary>Zeroes all prekeys.</summary>
    public void Dispose()
    {
        lock (_lock) _table.Dispose();
    }

    private static StoredPreKey? CopyOf(StoredPreKey? key) => key is null ? null : PreKeyTable.Copy(key);
}
