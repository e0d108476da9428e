using System.Security.Cryptography;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Handshake;

/// <summary>
/// Prekeys in one file, encrypted and authenticated by the caller's key. Every change is on disk before it is reported: the
/// file is written anew beside the old one and then takes its place. One process at a time may use a file.
/// </summary>
public sealed class FilePreKeyStore : IPreKeyStore, IDisposable
{
    private const string Kind = "prekeys";
    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly string _path;
    private readonly byte[] _storageKey;
    private PreKeyTable _table;

    private FilePreKeyStore(string path, byte[] storageKey, PreKeyTable table) => (_path, _storageKey, _table) = (path, storageKey, table);

    /// <summary>Opens the file; a file that does not exist is an empty store.</summary>
    /// <param name="path">Where; its folder must exist.</param>
    /// <param name="storageKey">32 secret bytes.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="StateRefusedException">Another key or version, or damage.</exception>
    public static async Task<FilePreKeyStore> OpenAsync(string path, ReadOnlyMemory<byte> storageKey, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(storageKey.Length, Sizes.Key, nameof(storageKey));
        var key = storageKey.ToArray();
        return new FilePreKeyStore(path, key, File.Exists(path) ? SealedState.Open(await File.ReadAllBytesAsync(path, cancellationToken).ConfigureAwait(false), key, Kind, PreKeyTable.Read) : new PreKeyTable());
    }

    /// <inheritdoc/>
    public async ValueTask AddSignedAsync(StoredPreKey preKey, CancellationToken cancellationToken) =>
        await ChangeAsync(table => Done(() => table.AddSigned(preKey)), cancellationToken).ConfigureAwait(false);

    /// <inheritdoc/>
    public ValueTask<StoredPreKey?> LatestSignedAsync(CancellationToken cancellationToken) => ReadAsync(table => table.LatestSigned(), cancellationToken);

    /// <inheritdoc/>
    public ValueTask<StoredPreKey?> FindSignedAsync(uint id, CancellationToken cancellationToken) => ReadAsync(table => table.FindSigned(id), cancellationToken);

    /// <inheritdoc/>
    public async ValueTask RemoveSignedBeforeAsync(DateTimeOffset time, CancellationToken cancellationToken) =>
        await ChangeAsync(table => Done(() => table.RemoveSignedBefore(time)), cancellationToken).ConfigureAwait(false);

    /// <inheritdoc/>
    public async ValueTask AddOneTimeAsync(StoredPreKey preKey, int capacity, CancellationToken cancellationToken) =>
        await ChangeAsync(table => Done(() => table.AddOneTime(preKey, capacity)), cancellationToken).ConfigureAwait(false);

    /// <inheritdoc/>
    public ValueTask<StoredPreKey?> FindOneTimeAsync(uint id, CancellationToken cancellationToken) => ReadAsync(table => table.FindOneTime(id), cancellationToken);

    /// <inheritdoc/>
    public ValueTask<bool> TryConsumeAsync(uint signedId, uint oneTimeId, ReadOnlyMemory<byte> ephemeralKey, CancellationToken cancellationToken) =>
        ChangeAsync(table => table.TryConsume(signedId, oneTimeId, ephemeralKey.Span), cancellationToken);

    /// <summary>Zeroes the storage key.</summary>
    public void Dispose()
    {
        CryptographicOperations.ZeroMemory(_storageKey);
        _gate.Dispose();
    }

    private static bool Done(Action change)
    {
        change();
        return true;
    }

    private async ValueTask<StoredPreKey?> ReadAsync(Func<PreKeyTable, StoredPreKey?> read, CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return read(_table) is { } key ? PreKeyTable.Copy(key) : null;
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>Changes a copy; only what is on disk becomes the store's content.</summary>
    private async ValueTask<bool> ChangeAsync(Func<PreKeyTable, bool> change, CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var table = CopyOf(_table);
            if (!change(table)) return false;
            await WriteAsync(Seal(table), cancellationToken).ConfigureAwait(false);
            _table = table;
            return true;
        }
        finally
        {
            _gate.Release();
        }
    }

    private static PreKeyTable CopyOf(PreKeyTable table)
    {
        using var writer = new StateWriter();
        table.Write(writer);
        return SealedState.Decode(writer.Written, PreKeyTable.Read);
    }

    private byte[] Seal(PreKeyTable table)
    {
        using var writer = new StateWriter();
        table.Write(writer);
        return SealedState.Seal(writer.Written, _storageKey, Kind);
    }

    private async Task WriteAsync(byte[] stored, CancellationToken cancellationToken)
    {
        var draft = _path + ".new";
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 0 };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        await using (var file = new FileStream(draft, options))
        {
            await file.WriteAsync(stored, cancellationToken).ConfigureAwait(false);
            file.Flush(flushToDisk: true);
        }

        File.Move(draft, _path, overwrite: true);
    }
}
