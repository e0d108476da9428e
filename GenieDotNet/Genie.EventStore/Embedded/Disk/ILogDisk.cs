namespace Genie.EventStore.Embedded.Disk;

/// <summary>The folder that a log lives in: all that the store asks of a disk, so that a test can stand in for one.</summary>
internal interface ILogDisk
{
    /// <summary>Names the place in messages.</summary>
    string Place { get; }

    /// <summary>True if nothing may be changed: no file is made, removed or written, and the lock keeps nobody out.</summary>
    bool IsReadOnly { get; }

    /// <summary>Keeps everybody else out until it is disposed.</summary>
    /// <exception cref="EventStoreLockedException">Somebody is in.</exception>
    /// <exception cref="EventStoreReadOnlyException">Nobody may write there.</exception>
    IDisposable Lock();

    /// <summary>Names of the files there.</summary>
    IReadOnlyList<string> List();

    /// <summary>Makes a file of that size, filled with zeros, with room on the disk reserved where the file system can.</summary>
    /// <exception cref="IOException">No room, or no access.</exception>
    ILogFile Create(string name, long bytes);

    /// <summary>Opens a file.</summary>
    ILogFile Open(string name);

    /// <summary>Removes a file.</summary>
    void Delete(string name);

    /// <summary>Gives a file another's name, whose bearer is gone then.</summary>
    void Replace(string name, string replaced);

    /// <summary>Returns when all that was created, removed and renamed is on disk.</summary>
    void SyncFolder();
}
