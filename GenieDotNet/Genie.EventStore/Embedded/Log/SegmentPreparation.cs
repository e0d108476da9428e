using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Embedded.Log;

/// <summary>Has the next segment's file ready before it is needed, since filling it takes as long as many commits.</summary>
/// <param name="disk">Where.</param>
/// <param name="bytes">The file's size.</param>
/// <param name="reserve">What compaction falls back on; a log of more than one segment has it.</param>
/// <param name="run">Runs work beside the commits.</param>
internal sealed class SegmentPreparation(ILogDisk disk, long bytes, CompactionReserve reserve, Func<Func<ILogFile>, Task<ILogFile>> run) : IDisposable
{
    private Task<ILogFile>? _spare;

    /// <summary>The file's name until it is a segment.</summary>
    public static string SpareName { get; } = LogRecovery.UnfinishedName("spare");

    /// <summary>On threads of the pool.</summary>
    public static Task<ILogFile> InBackground(Func<ILogFile> work) => Task.Run(work);

    /// <summary>Begins, unless that was done.</summary>
    public void Begin() => _spare ??= run(() =>
    {
        reserve.Restore();
        var file = disk.Create(SpareName, bytes);
        file.Sync();
        return file;
    });

    /// <summary>The file that was prepared, once it is; null if there is none, or it could not be made: that was then, and may have changed.</summary>
    public ILogFile? Take()
    {
        var spare = _spare;
        _spare = null;
        try
        {
            return spare?.GetAwaiter().GetResult();
        }
        catch (IOException)
        {
            return null;
        }
    }

    public void Dispose()
    {
        try
        {
            if (Take() is not { } file) return;
            file.Dispose();
            disk.Delete(SpareName);
        }
        catch (IOException)
        {
            // It cannot be removed; the next recovery does that.
        }
    }
}
