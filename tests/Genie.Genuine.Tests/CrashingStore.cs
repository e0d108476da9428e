using Genie.Genuine.Storage;

namespace Genie.Genuine.Tests;

/// <summary>A store whose process ends while it writes, before anything is kept or after all is; and one at which another process is faster.</summary>
internal sealed class CrashingStore(IStateStore inner) : IStateStore
{
    public enum Moment
    {
        None,
        BeforeWrite,
        AfterWrite,
    }

    public Moment Crash { get; set; }

    /// <summary>What another process does before the first read of a name.</summary>
    public (string Name, Func<Task> Does)? Meanwhile { get; set; }

    public bool IsDurable => inner.IsDurable;

    public async ValueTask<StateRecord?> ReadAsync(string name, CancellationToken cancellationToken)
    {
        if (Meanwhile is { } meanwhile && meanwhile.Name == name)
        {
            Meanwhile = null;
            await meanwhile.Does();
        }

        return await inner.ReadAsync(name, cancellationToken);
    }

    public ValueTask<IReadOnlyList<string>> ListAsync(string prefix, CancellationToken cancellationToken) => inner.ListAsync(prefix, cancellationToken);

    public async ValueTask<bool> TryWriteAsync(IReadOnlyList<StateChange> changes, CancellationToken cancellationToken)
    {
        if (Crash == Moment.BeforeWrite) throw new IOException("crashed");
        var written = await inner.TryWriteAsync(changes, cancellationToken);
        return Crash == Moment.AfterWrite ? throw new IOException("crashed") : written;
    }
}
