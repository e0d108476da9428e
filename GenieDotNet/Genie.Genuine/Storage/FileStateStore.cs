namespace Genie.Genuine.Storage;

/// <summary>
/// Records in one file that grows by what is written and is written anew when most of it is superseded. A write is on disk before it is
/// reported. Several processes of one machine may use a file at once: each write holds the lock beside it, and reads on first.
/// </summary>
public sealed class FileStateStore : IStateStore, IDisposable
{
    private const long CompactFrom = 1 << 20;
    private const int CompactFactor = 4;
    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly string _path;
    private readonly FileStateOptions _options;
    private FileStateLog _log = new();

    private FileStateStore(string path, FileStateOptions options) => (_path, _options) = (path, options);

    /// <inheritdoc/>
    public bool IsDurable => true;

    /// <summary>Opens the file, or begins one that does not exist.</summary>
    /// <param name="path">Where; its folder must exist. Beside it lie <c>.lock</c> and, for a moment, <c>.new</c>.</param>
    /// <param name="options">See there.</param>
    /// <param name="cancellationToken">Ends the wait for the lock.</param>
    /// <exception cref="StateRefusedException">No such file, or damaged in its midst.</exception>
    /// <exception cref="StoreBusyException">Another process holds the lock.</exception>
    public static async Task<FileStateStore> OpenAsync(string path, FileStateOptions? options = null, CancellationToken cancellationToken = default)
    {
        var store = new FileStateStore(Path.GetFullPath(path), options ?? new FileStateOptions());
        using var held = await store.LockAsync(cancellationToken).ConfigureAwait(false);
        if (!File.Exists(store._path)) FileStateLog.Create(store._path, []);
        store._log.CatchUp(store._path, isWriter: true);
        return store;
    }

    /// <inheritdoc/>
    public ValueTask<StateRecord?> ReadAsync(string name, CancellationToken cancellationToken) => ReadAsync(table => table.Find(name), cancellationToken);

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> ListAsync(string prefix, CancellationToken cancellationToken) =>
        ReadAsync<IReadOnlyList<string>>(table => table.List(prefix), cancellationToken);

    /// <inheritdoc/>
    /// <exception cref="StoreBusyException">Another process holds the lock for too long. Nothing was written.</exception>
    /// <exception cref="IOException">The disk failed; the changes may be there, all or none, when the file is opened again.</exception>
    public async ValueTask<bool> TryWriteAsync(IReadOnlyList<StateChange> changes, CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            using var held = await LockAsync(cancellationToken).ConfigureAwait(false);
            _log.CatchUp(_path, isWriter: true);
            if (!_log.Table.IsExpected(changes)) return false;
            try
            {
                _log.Append(_path, changes);
                if (_log.Length > CompactFrom && _log.Length > CompactFactor * _log.Table.Size) Compact();
            }
            catch
            {
                // What is on disk now only the disk knows: read it from the beginning.
                _log = new FileStateLog();
                throw;
            }

            return true;
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>Gives up the file.</summary>
    public void Dispose() => _gate.Dispose();

    private async ValueTask<T> ReadAsync<T>(Func<StateTable, T> read, CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            _log.CatchUp(_path, isWriter: false);
            return read(_log.Table);
        }
        finally
        {
            _gate.Release();
        }
    }

    private void Compact()
    {
        FileStateLog.Create(_path, _log.Table.Records);
        _log.CatchUp(_path, isWriter: true);
    }

    private async ValueTask<FileStream> LockAsync(CancellationToken cancellationToken)
    {
        var started = TimeProvider.System.GetTimestamp();
        while (true)
        {
            try
            {
                return new FileStream(_path + ".lock", PrivateFile.Options(FileMode.OpenOrCreate));
            }
            catch (IOException error) when (error is not (DirectoryNotFoundException or PathTooLongException))
            {
                if (TimeProvider.System.GetElapsedTime(started) > _options.LockTimeout) throw new StoreBusyException(_path, error);
            }

            await Task.Delay(Random.Shared.Next(1, 10), cancellationToken).ConfigureAwait(false);
        }
    }
}
