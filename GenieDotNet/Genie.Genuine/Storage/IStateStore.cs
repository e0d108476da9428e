namespace Genie.Genuine.Storage;

/// <summary>
/// Where state is kept between messages: records by name, changed several at a time, all or none, and only if nobody changed them
/// meanwhile. What is secret in them is sealed before it comes here; names reveal nothing. Safe for concurrent callers, and where a store
/// says so for several processes.
/// </summary>
public interface IStateStore
{
    /// <summary>True if what was written is still there after the process, or the machine, ended in the midst of anything.</summary>
    bool IsDurable { get; }

    /// <summary>A record, or null if there is none.</summary>
    ValueTask<StateRecord?> ReadAsync(string name, CancellationToken cancellationToken);

    /// <summary>Makes all changes in one step, and returns once they are kept. False, with nothing changed, if a record is not at the version that its change expects.</summary>
    ValueTask<bool> TryWriteAsync(IReadOnlyList<StateChange> changes, CancellationToken cancellationToken);

    /// <summary>The names that begin with <paramref name="prefix"/>, in no order.</summary>
    ValueTask<IReadOnlyList<string>> ListAsync(string prefix, CancellationToken cancellationToken);
}
