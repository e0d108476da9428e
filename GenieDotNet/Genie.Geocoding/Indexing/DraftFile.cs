namespace Genie.Geocoding.Indexing;

/// <summary>A file that is written beside its place and then takes it, so that nobody ever sees half of it.</summary>
internal sealed class DraftFile : IDisposable
{
    private const string Extension = ".draft";

    // Far more than between two writes of one that lives; for those that are stopped there is the lock.
    private static readonly TimeSpan AbandonedAfter = TimeSpan.FromHours(1);

    private readonly string _path;
    private readonly string _draft;

    /// <summary>Begins one; those that killed processes left at this place are removed.</summary>
    /// <param name="path">Where it will be; its folder is made if it is missing.</param>
    public DraftFile(string path)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        RemoveAbandoned(path);
        _path = path;
        _draft = $"{path}.{Guid.NewGuid():N}{Extension}";
        Stream = new FileStream(_draft, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Delete);
    }

    /// <summary>Where to write.</summary>
    public FileStream Stream { get; }

    /// <summary>Puts what was written in its place; flush it to the disk before.</summary>
    public void TakePlace() => File.Move(_draft, _path, overwrite: true);

    /// <summary>Removes the draft, unless it has taken its place.</summary>
    public void Dispose()
    {
        Stream.Dispose();
        File.Delete(_draft);
    }

    private static void RemoveAbandoned(string path)
    {
        foreach (var draft in Directory.EnumerateFiles(Path.GetDirectoryName(path)!, $"{Path.GetFileName(path)}.*{Extension}"))
        {
            if (DateTime.UtcNow - File.GetLastWriteTimeUtc(draft) < AbandonedAfter) continue;
            try
            {
                // Whoever still writes it holds a lock.
                new FileStream(draft, FileMode.Open, FileAccess.ReadWrite, FileShare.None, 1, FileOptions.DeleteOnClose).Dispose();
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // Not ours to remove, then.
            }
        }
    }
}
