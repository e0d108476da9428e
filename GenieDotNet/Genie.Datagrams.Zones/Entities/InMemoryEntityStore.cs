namespace Genie.Datagrams.Zones;

/// <summary>A store in memory, for zone servers of one process and for tests: entities survive their servers, but not the process.</summary>
public sealed class InMemoryEntityStore : IEntityStore
{
    private readonly Lock _gate = new();
    private readonly Dictionary<ulong, EntityRecord> _records = [];

    /// <inheritdoc/>
    public ValueTask<EntityRecord?> LoadAsync(ulong entity, CancellationToken cancellationToken)
    {
        lock (_gate) return ValueTask.FromResult(_records.GetValueOrDefault(entity));
    }

    /// <inheritdoc/>
    public ValueTask<bool> TrySaveAsync(EntityRecord record, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(record);
        lock (_gate)
        {
            if ((_records.GetValueOrDefault(record.Entity)?.Version ?? 0) != record.Version - 1) return ValueTask.FromResult(false);
            _records[record.Entity] = record;
            return ValueTask.FromResult(true);
        }
    }
}
