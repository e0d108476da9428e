namespace Genie.Grains.Orleans.Tests;

/// <summary>Reminders that outlive the silos of a test, as those in a database do.</summary>
internal sealed class SharedReminderTable : IReminderTable
{
    private readonly Lock _lock = new();
    private readonly Dictionary<(GrainId Grain, string Name), ReminderEntry> _entries = [];
    private int _version;

    public int Count
    {
        get
        {
            lock (_lock) return _entries.Count;
        }
    }

    public Task<ReminderTableData> ReadRows(GrainId grainId) => Read(entry => entry.GrainId == grainId);

    // The range excludes its beginning and includes its end; it may go round the ring.
    public Task<ReminderTableData> ReadRows(uint begin, uint end) => Read(entry =>
    {
        var hash = entry.GrainId.GetUniformHashCode();
        return begin < end ? hash > begin && hash <= end : hash > begin || hash <= end;
    });

    public Task<ReminderEntry?> ReadRow(GrainId grainId, string reminderName)
    {
        lock (_lock) return Task.FromResult(_entries.GetValueOrDefault((grainId, reminderName)));
    }

    public Task<string?> UpsertRow(ReminderEntry entry)
    {
        lock (_lock)
        {
            entry.ETag = $"{++_version}";
            _entries[(entry.GrainId, entry.ReminderName)] = entry;
            return Task.FromResult<string?>(entry.ETag);
        }
    }

    public Task<bool> RemoveRow(GrainId grainId, string reminderName, string eTag)
    {
        lock (_lock) return Task.FromResult(_entries.TryGetValue((grainId, reminderName), out var entry) && entry.ETag == eTag && _entries.Remove((grainId, reminderName)));
    }

    public Task TestOnlyClearTable()
    {
        lock (_lock) _entries.Clear();
        return Task.CompletedTask;
    }

    private Task<ReminderTableData> Read(Func<ReminderEntry, bool> isWanted)
    {
        lock (_lock) return Task.FromResult(new ReminderTableData(_entries.Values.Where(isWanted)));
    }
}
