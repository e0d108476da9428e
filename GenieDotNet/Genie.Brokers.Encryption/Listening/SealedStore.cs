using System.Security.Cryptography;
using Genie.Genuine.Ratchet;
using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>A listener's records in a store: sealed, by names that reveal nothing.</summary>
internal sealed class SealedStore(IStateStore store, ReadOnlyMemory<byte> storageKey) : IDisposable
{
    private readonly byte[] _key = storageKey.ToArray();

    public IStateStore Store => store;

    public ReadOnlySpan<byte> Key => _key;

    /// <summary>A record, with the version 0 and no value if there is none.</summary>
    public async ValueTask<(T? Value, long Version)> ReadAsync<T>(string name, SealedState.Decoder<T> decode, CancellationToken cancellationToken)
        where T : class =>
        await store.ReadAsync(name, cancellationToken).ConfigureAwait(false) is { } record ? (SealedRecord.Open(record, _key, name, decode), record.Version) : (null, 0);

    /// <summary>The change that puts a record at another's key.</summary>
    public StateChange Change(string name, long version, Action<StateWriter> write)
    {
        using var writer = new StateWriter();
        write(writer);
        return new StateChange(name, version, SealedRecord.Seal(writer.Written, _key, name));
    }

    /// <summary>True if all was written; false if others were faster.</summary>
    public ValueTask<bool> CommitAsync(List<StateChange> changes, CancellationToken cancellationToken) =>
        changes.Count == 0 ? new ValueTask<bool>(true) : store.TryWriteAsync(changes, cancellationToken);

    public void Dispose() => CryptographicOperations.ZeroMemory(_key);
}
