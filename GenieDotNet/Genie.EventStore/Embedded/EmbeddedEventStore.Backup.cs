using Genie.EventStore.Embedded.Backup;
using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Embedded;

/// <content>Copies of a store's files.</content>
public sealed partial class EmbeddedEventStore
{
    /// <summary>
    /// Copies a store's files to another folder, also while a process writes to them: all that was acknowledged when this begins, and perhaps
    /// some that was later. The other folder is empty, or holds an earlier backup of the store, of which what did not change is kept. Then the
    /// copy is read with every checksum. To put a backup back, back it up to an empty folder and open that.
    /// </summary>
    /// <param name="folder">The store's folder.</param>
    /// <param name="to">The backup's folder; it is made if it is not there.</param>
    /// <param name="cancellationToken">Ends it; the earlier backup is as it was.</param>
    /// <exception cref="EventStoreCorruptedException">The store is damaged.</exception>
    /// <exception cref="EventStoreLockedException">The other folder's store is open.</exception>
    /// <exception cref="EventStoreFullException">There is no room in the other folder; the earlier backup is as it was.</exception>
    /// <exception cref="EventStoreException">The other folder holds another store, or a later state of this one, or its own files are damaged.</exception>
    public static async Task<EmbeddedBackupSummary> BackUpAsync(string folder, string to, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentException.ThrowIfNullOrEmpty(to);
        var target = new FolderDisk(to);
        using var held = target.Lock();
        EmbeddedBackupSummary summary;
        try
        {
            summary = await Task.Run(() => new StoreBackup(new FolderDisk(folder, isReadOnly: true), target, TimeProvider.System).Run(cancellationToken), cancellationToken).ConfigureAwait(false);
        }
        catch (IOException error) when (DiskErrors.IsFull(error))
        {
            throw EventStoreFullException.Backup(to, error);
        }

        try
        {
            await using var verified = await OpenAsync(new EmbeddedStoreOptions { Folder = to, ReadOnly = true, VerifyOnOpen = true }, cancellationToken).ConfigureAwait(false);
        }
        catch (EventStoreCorruptedException damage)
        {
            throw new EventStoreException($"The backup in {to} is damaged, and the store is not: {damage.Message} Back up to another folder.", isTransient: false, damage);
        }

        return summary;
    }
}
