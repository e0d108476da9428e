using Genie.EventStore.Embedded.Index;

namespace Genie.EventStore.Embedded.Log;

/// <summary>Puts together what the layers say of one stream, oldest first.</summary>
internal struct StreamSearch
{
    private LayerStream _stream;
    private (long Version, Location Location) _snapshot;

    /// <exception cref="EventStoreCorruptedException">The layer contradicts what stands before it.</exception>
    public void Add(IIndexLayer layer, int number)
    {
        if (!layer.TryGetStream(number, out var later)) return;
        _stream = _stream.Follow(later) ?? throw StreamMerge.Contradiction(layer, number, later);
        if (later.HasSnapshot && layer.FindSnapshot(number) is var snapshot && snapshot.Version >= _snapshot.Version) _snapshot = snapshot;
    }

    /// <exception cref="EventStoreCorruptedException">Versions are missing that no snapshot accounts for.</exception>
    public readonly StreamEntry ToEntry(string name, int number, Segment segment)
    {
        if (_stream.First > _snapshot.Version + 1)
            throw new EventStoreCorruptedException(segment.Name, 0, $"versions up to {_stream.First - 1} of '{name}' are missing, and its snapshot ends at {_snapshot.Version}");
        return new StreamEntry(name, number)
        {
            IsDeclared = true,
            Version = _stream.Version,
            FirstVersion = _stream.First,
            IsAfterDeletion = _stream.IsAfterDeletion,
            SnapshotVersion = _snapshot.Version,
            Snapshot = _snapshot.Location,
        };
    }
}
