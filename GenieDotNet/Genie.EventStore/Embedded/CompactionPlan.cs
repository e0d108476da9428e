using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded;

/// <summary>
/// What nobody needs any more, as of the moment when a compaction begins. It is decided once: were a snapshot that is saved meanwhile
/// counted for some segments and not for others, events would be missing in between.
/// </summary>
internal sealed class CompactionPlan
{
    private readonly Dictionary<int, long> _snapshots = [];
    private readonly LogIndex _index;
    private readonly Dictionary<string, long> _checkpoints;
    private readonly long _passed;

    private readonly long _keysForgottenUntil;

    /// <summary>Reads the index, whose lock the caller holds.</summary>
    /// <param name="index">What is in the log.</param>
    /// <param name="keysForgottenUntil">The latest time of events whose keys may go with them.</param>
    public CompactionPlan(LogIndex index, DateTimeOffset keysForgottenUntil)
    {
        _index = index;
        _keysForgottenUntil = RecordTime.Of(keysForgottenUntil);
        _checkpoints = new Dictionary<string, long>(index.Checkpoints, StringComparer.Ordinal);
        _passed = _checkpoints.Count == 0 ? long.MaxValue : _checkpoints.Values.Min();
    }

    /// <summary>Reads which snapshots there were.</summary>
    public void ReadSnapshots()
    {
        _snapshots.Clear();
        foreach (var (number, version, _) in _index.Snapshots()) _snapshots[number] = Math.Max(version, _snapshots.GetValueOrDefault(number));
    }

    /// <summary>True for an event that a snapshot contains and every projection has passed.</summary>
    public bool IsPassed(in LogRecord record) => record.Position <= _passed && record.Version <= SnapshotOf(record.StreamNumber);

    /// <summary>True for an event, or its stub, whose key nobody asks for any more. All events of an append have one time, so its stubs go together.</summary>
    public bool IsKeyForgotten(in LogRecord record) => record.TimeMicroseconds < _keysForgottenUntil;

    /// <summary>The version of a stream's newest snapshot; 0 if it has none.</summary>
    public long SnapshotOf(int stream) => _snapshots.GetValueOrDefault(stream);

    /// <summary>True for a checkpoint that a later one replaces. What takes checkpoints away stays: an earlier one may be in a segment that is left alone.</summary>
    public bool IsSuperseded(string projection, long position) =>
        position != LogIndex.NoCheckpoint && _checkpoints.TryGetValue(projection, out var newest) && position < newest;
}
