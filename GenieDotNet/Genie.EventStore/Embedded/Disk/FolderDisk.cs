namespace Genie.EventStore.Embedded.Disk;

/// <summary>A folder of the file system.</summary>
/// <param name="folder">Its path.</param>
/// <param name="isReadOnly">True to change nothing there, beside whoever may write.</param>
internal sealed class FolderDisk(string folder, bool isReadOnly = false) : ILogDisk
{
    private const string LockName = "lock";

    // What .NET gives as an IOException's HResult: on Unix errno (EAGAIN on Linux and macOS), on Windows ERROR_SHARING_VIOLATION.
    private const int WouldBlock = 11;
    private const int WouldBlockOnMac = 35;
    private const int SharingViolation = unchecked((int)0x80070020);

    public string Place => folder;

    public bool IsReadOnly => isReadOnly;

    public IDisposable Lock()
    {
        if (isReadOnly) return Stream.Null;
        try
        {
            Directory.CreateDirectory(folder);

            // The operating system gives the lock up when the process ends, however it ends.
            return new FileStream(Path.Combine(folder, LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (UnauthorizedAccessException error)
        {
            throw new EventStoreReadOnlyException(folder, error);
        }
        catch (IOException error)
        {
            throw error.HResult switch
            {
                WouldBlock or WouldBlockOnMac or SharingViolation => new EventStoreLockedException(folder, error),
                _ when DiskErrors.IsFull(error) => new EventStoreFullException(folder, error),
                _ when DiskErrors.IsTooManyFiles(error) => new EventStoreDiskException(folder, error),
                _ => new EventStoreReadOnlyException(folder, error),
            };
        }
    }

    public IReadOnlyList<string> List() => [.. Directory.EnumerateFiles(folder).Select(path => Path.GetFileName(path))];

    public ILogFile Create(string name, long bytes)
    {
        var path = Path.Combine(folder, name);
        var file = new FolderFile(path, FileMode.Create);
        try
        {
            file.Fill(bytes);
            return file;
        }
        catch
        {
            // Half a file would take the room that is missing.
            file.Dispose();
            File.Delete(path);
            throw;
        }
    }

    public ILogFile Open(string name) => new FolderFile(Path.Combine(folder, name), FileMode.Open, isReadOnly);

    public void Delete(string name) => File.Delete(Path.Combine(folder, name));

    public void Replace(string name, string replaced) => File.Move(Path.Combine(folder, name), Path.Combine(folder, replaced), overwrite: true);

    public void SyncFolder() => DiskSync.Folder(folder);
}
