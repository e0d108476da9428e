namespace Genie.Grains.Events.Embedded.Disk;

/// <summary>A folder of the file system.</summary>
internal sealed class FolderDisk(string folder) : ILogDisk
{
    private const string LockName = "lock";

    public string Place => folder;

    public IDisposable Lock()
    {
        Directory.CreateDirectory(folder);
        try
        {
            // The operating system gives the lock up when the process ends, however it ends.
            return new FileStream(Path.Combine(folder, LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException error)
        {
            throw new EventStoreLockedException(folder, error);
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

    public ILogFile Open(string name) => new FolderFile(Path.Combine(folder, name), FileMode.Open);

    public void Delete(string name) => File.Delete(Path.Combine(folder, name));

    public void Replace(string name, string replaced) => File.Move(Path.Combine(folder, name), Path.Combine(folder, replaced), overwrite: true);

    public void SyncFolder() => DiskSync.Folder(folder);
}
