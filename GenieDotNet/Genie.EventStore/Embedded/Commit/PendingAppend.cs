using System.Threading.Tasks.Sources;
using Genie.EventStore.Embedded.Format;

namespace Genie.EventStore.Embedded.Commit;

/// <summary>Something that waits to be written, and the task of the one who waits for it. Pooled.</summary>
internal sealed class PendingAppend(Action<PendingAppend> giveBack) : IValueTaskSource<AppendResult>
{
    // Callers continue elsewhere: what they do next must not hold up the appends of others.
    private ManualResetValueTaskSourceCore<AppendResult> _core = new() { RunContinuationsAsynchronously = true };
    private AppendResult _result;
    private EventStoreException? _refusal;

    /// <summary>What is to be written: <see cref="RecordKind.Event"/>, <see cref="RecordKind.Snapshot"/>, <see cref="RecordKind.Deletion"/> or <see cref="RecordKind.Checkpoint"/>.</summary>
    public RecordKind Kind { get; set; }

    /// <summary>The events; for others only the stream, or the projection's name.</summary>
    public AppendRequest Request { get; set; }

    /// <summary>True if the snapshot or deletion is the first that is known of its stream.</summary>
    public bool StartsStream { get; set; }

    /// <summary>The snapshot's version, that of a deletion that starts a stream, or the checkpoint's position.</summary>
    public long Version { get; set; }

    /// <summary>The snapshot's state.</summary>
    public ReadOnlyMemory<byte> State { get; set; }

    public ValueTask<AppendResult> Task => new(this, _core.Version);

    /// <summary>What it will come to once its batch is on disk.</summary>
    public void Stage(in AppendResult result) => _result = result;

    /// <summary>
    /// Why it will be refused once the batch is on disk, or null: it may be for what an append of the same batch makes of the stream, which whoever is refused must be able to read.
    /// </summary>
    public void Refuse(EventStoreException? refusal) => _refusal = refusal;

    /// <summary>Events that it adds: none if it is refused, a repetition, a snapshot, a deletion or a checkpoint.</summary>
    public long NewEvents => Kind == RecordKind.Event && _refusal is null && !_result.IsRepeat ? _result.LastVersion - _result.FirstVersion + 1 : 0;

    /// <summary>The batch is on disk.</summary>
    public void Settle()
    {
        if (_refusal is not null) _core.SetException(_refusal);
        else _core.SetResult(_result);
    }

    public void Fail(Exception error) => _core.SetException(error);

    public AppendResult GetResult(short token)
    {
        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            _core.Reset();
            _refusal = null;
            Request = default;
            State = default;
            StartsStream = false;
            giveBack(this);
        }
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
