using System.Security.Cryptography;
using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine.Handshake;
using Genie.Genuine.Letters;
using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>All that the listeners of a broker know: prekeys, sessions, receipts; in memory or in a store.</summary>
internal sealed class ListenerMemory : IDisposable
{
    private const string MemoryName = "memory";
    private static readonly TimeSpan WelcomeLifetime = TimeSpan.FromSeconds(10);
    private readonly EncryptionOptions _options;
    private readonly SealedStore? _store;
    private readonly IPreKeyStore _preKeyStore;
    private readonly PreKeys _preKeys;

    // In a store every message writes, and whoever finds that another was faster begins again: within the process they queue up instead.
    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly SemaphoreSlim _welcoming = new(1, 1);
    private byte[]? _memory;
    private byte[]? _welcome;
    private long _welcomed;

    public ListenerMemory(EncryptionOptions options)
    {
        _options = options;
        _store = options.Store is { } store ? new SealedStore(store, options.StorageKey) : null;
        _preKeyStore = _store is null ? new MemoryPreKeyStore() : new StatePreKeyStore(_store.Store, _store.Key);
        _preKeys = new PreKeys(options.Identity, _preKeyStore, options.PreKeys);
        Letters = new LetterReader(_preKeys);
        Sessions = _store is null ? new MemorySessions(_preKeys, options) : new StoredSessions(_store, _preKeys, options);
        Receipts = _store is null ? new MemoryReceipts(options) : new StoredReceipts(_store, options);
    }

    public LetterReader Letters { get; }

    public ISessions Sessions { get; }

    public IReceipts Receipts { get; }

    /// <summary>Does something that collects changes until they are written.</summary>
    public async ValueTask<T> ChangeAsync<T>(Func<List<StateChange>, ValueTask<T>> change, CancellationToken cancellationToken)
    {
        if (_store is null) return await change([]).ConfigureAwait(false);
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            while (true)
            {
                var changes = new List<StateChange>();
                var result = await change(changes).ConfigureAwait(false);
                if (await _store.CommitAsync(changes, cancellationToken).ConfigureAwait(false)) return result;
            }
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>The name of this memory: another one once everything was forgotten.</summary>
    public async ValueTask<byte[]> NameAsync(CancellationToken cancellationToken)
    {
        while (_memory is null)
        {
            var fresh = RandomNumberGenerator.GetBytes(Welcome.MemorySize);
            if (_store is null)
            {
                Interlocked.CompareExchange(ref _memory, fresh, null);
                continue;
            }

            var (stored, version) = await _store.ReadAsync(MemoryName, static (ref reader) => reader.Read(Welcome.MemorySize).ToArray(), cancellationToken).ConfigureAwait(false);
            if (stored is not null) _memory = stored;
            else if (await _store.CommitAsync([_store.Change(MemoryName, version, writer => writer.Write(fresh))], cancellationToken).ConfigureAwait(false)) _memory = fresh;
        }

        return _memory;
    }

    /// <summary>The answer to everybody who asks; made anew now and then, so that asking costs the listener nothing.</summary>
    public async ValueTask<byte[]> WelcomeAsync(CancellationToken cancellationToken)
    {
        await _welcoming.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (_welcome is not null && _options.Clock.GetElapsedTime(_welcomed) < WelcomeLifetime) return _welcome;
            var welcome = new Welcome(await _preKeys.CreateSharedBundleAsync(cancellationToken).ConfigureAwait(false), await NameAsync(cancellationToken).ConfigureAwait(false));
            (_welcome, _welcomed) = (welcome.Encode(_options.Identity), _options.Clock.GetTimestamp());
            return _welcome;
        }
        finally
        {
            _welcoming.Release();
        }
    }

    public void Dispose()
    {
        Letters.Dispose();
        Sessions.Dispose();
        (_preKeyStore as IDisposable)?.Dispose();
        _store?.Dispose();
    }
}
