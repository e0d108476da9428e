using System.Security.Cryptography;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;
using Genie.Genuine.Storage;

namespace Genie.Genuine.Handshake;

/// <summary>Prekeys in one sealed record of a store, which conversations may share: then a first message uses its prekeys up and begins its session in one step.</summary>
public sealed class StatePreKeyStore : IPreKeyStore, IDisposable
{
    private const string Name = "prekeys";
    private readonly IStateStore _store;
    private readonly byte[] _storageKey;
    private bool _disposed;

    /// <summary>Prekeys of a store.</summary>
    /// <param name="store">Where.</param>
    /// <param name="storageKey">32 secret bytes, which seal them.</param>
    public StatePreKeyStore(IStateStore store, ReadOnlySpan<byte> storageKey)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(storageKey.Length, Sizes.Key, nameof(storageKey));
        (_store, _storageKey) = (store, storageKey.ToArray());
    }

    /// <inheritdoc/>
    public async ValueTask AddSignedAsync(StoredPreKey preKey, CancellationToken cancellationToken) =>
        await ChangeAsync(table => Done(() => table.AddSigned(preKey)), cancellationToken).ConfigureAwait(false);

    /// <inheritdoc/>
    public ValueTask<StoredPreKey?> LatestSignedAsync(CancellationToken cancellationToken) => ReadAsync(table => table.LatestSigned(), cancellationToken);

    /// <inheritdoc/>
    public ValueTask<StoredPreKey?> FindSignedAsync(uint id, CancellationToken cancellationToken) => ReadAsync(table => table.FindSigned(id), cancellationToken);

    /// <inheritdoc/>
    public async ValueTask RemoveSignedBeforeAsync(DateTimeOffset time, CancellationToken cancellationToken)
    {
        if (await ReadAsync(table => table.OldestSigned(), cancellationToken).ConfigureAwait(false) is not { } oldest || oldest.Created >= time) return;
        await ChangeAsync(table => Done(() => table.RemoveSignedBefore(time)), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask AddOneTimeAsync(StoredPreKey preKey, int capacity, CancellationToken cancellationToken) =>
        await ChangeAsync(table => Done(() => table.AddOneTime(preKey, capacity)), cancellationToken).ConfigureAwait(false);

    /// <inheritdoc/>
    public ValueTask<StoredPreKey?> FindOneTimeAsync(uint id, CancellationToken cancellationToken) => ReadAsync(table => table.FindOneTime(id), cancellationToken);

    /// <inheritdoc/>
    public ValueTask<bool> TryConsumeAsync(PreKeyUse use, CancellationToken cancellationToken) => ChangeAsync(table => table.TryConsume(use), cancellationToken);

    /// <summary>Zeroes the storage key.</summary>
    public void Dispose()
    {
        _disposed = true;
        CryptographicOperations.ZeroMemory(_storageKey);
    }

    /// <summary>The change that uses prekeys up, to be made together with others; null if one of them was used before.</summary>
    internal ValueTask<StateChange?> PrepareAsync(PreKeyUse use, CancellationToken cancellationToken) => PrepareAsync(table => table.TryConsume(use), cancellationToken);

    private static bool Done(Action change)
    {
        change();
        return true;
    }

    private async ValueTask<StoredPreKey?> ReadAsync(Func<PreKeyTable, StoredPreKey?> read, CancellationToken cancellationToken)
    {
        var (table, _) = await LoadAsync(cancellationToken).ConfigureAwait(false);
        using (table) return read(table) is { } key ? PreKeyTable.Copy(key) : null;
    }

    private async ValueTask<bool> ChangeAsync(Func<PreKeyTable, bool> change, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (await PrepareAsync(change, cancellationToken).ConfigureAwait(false) is not { } prepared) return false;
            if (await _store.TryWriteAsync([prepared], cancellationToken).ConfigureAwait(false)) return true;
        }
    }

    private async ValueTask<StateChange?> PrepareAsync(Func<PreKeyTable, bool> change, CancellationToken cancellationToken)
    {
        var (table, version) = await LoadAsync(cancellationToken).ConfigureAwait(false);
        using (table)
        {
            if (!change(table)) return null;
            using var writer = new StateWriter();
            table.Write(writer);
            ObjectDisposedException.ThrowIf(_disposed, this);
            return new StateChange(Name, version, SealedRecord.Seal(writer.Written, _storageKey, Name));
        }
    }

    private async ValueTask<(PreKeyTable Table, long Version)> LoadAsync(CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        return await _store.ReadAsync(Name, cancellationToken).ConfigureAwait(false) is { } record
            ? (SealedRecord.Open(record, _storageKey, Name, PreKeyTable.Read), record.Version)
            : (new PreKeyTable(), 0);
    }
}
