using System.Text.Json;

namespace Genie.EventStore.Projections;

/// <summary>
/// A projection that can be rebuilt beside the one in use and then takes over: each version has a checkpoint, and what it builds (a table
/// of its own, say), and the store says which version is active. A version above the active one becomes active when it has caught up;
/// an older one that still runs is kept up to date and takes nothing over. So a new definition is a higher version, and queries go to
/// <see cref="LoadActiveVersionAsync"/>'s.
/// </summary>
public sealed class VersionedProjection
{
    private const string StreamPrefix = "$projection/";
    private const string ActivatedType = "ProjectionActivated";

    private readonly IEventStore _store;
    private readonly string _name;
    private readonly int _version;
    private readonly ProjectionRunner _runner;

    /// <summary>Names a version of a projection.</summary>
    /// <param name="store">The store whose events it is made of, and that keeps which version is active.</param>
    /// <param name="name">The projection's name, the same for all versions.</param>
    /// <param name="version">This version, at least 1.</param>
    /// <param name="handler">Applies an event to what this version builds; it may see an event twice.</param>
    /// <param name="parallelism">Handlers at once while it catches up (<see cref="ProjectionRunner.CatchUpParallelism"/>).</param>
    /// <param name="failed">Called for every failure.</param>
    public VersionedProjection(IEventStore store, string name, int version, Func<RecordedEvent, CancellationToken, ValueTask> handler, int parallelism = 1, Action<Exception>? failed = null)
    {
        ArgumentNullException.ThrowIfNull(store);
        ArgumentOutOfRangeException.ThrowIfLessThan(version, 1);
        (_store, _name, _version) = (store, name, version);
        _runner = new ProjectionRunner(store, CheckpointName(name, version), handler) { CatchUpParallelism = parallelism, Failed = failed, CaughtUp = ActivateIfNewerAsync };
    }

    /// <summary>Called when this version has become the active one, with the one that was before, 0 for none. Default: nothing.</summary>
    public Func<int, CancellationToken, ValueTask>? Activated { get; init; }

    /// <summary>The last position that this version has handled.</summary>
    public long Position => _runner.Position;

    /// <summary>The active version of a projection; 0 if none has caught up yet.</summary>
    public static async ValueTask<int> LoadActiveVersionAsync(IEventStore store, string name, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        var (active, _) = await LoadAsync(store, name, cancellationToken).ConfigureAwait(false);
        return active;
    }

    /// <summary>Makes a version the active one, whatever was before: the way back to an older one, which should have been kept up to date.</summary>
    public static async ValueTask ActivateAsync(IEventStore store, string name, int version, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        while (true)
        {
            var (active, at) = await LoadAsync(store, name, cancellationToken).ConfigureAwait(false);
            if (active == version || await TryActivateAsync(store, name, version, at, cancellationToken).ConfigureAwait(false)) return;
        }
    }

    /// <summary>Forgets how far a version came, when nobody runs it any more: it then keeps nothing from compaction, and would begin anew.</summary>
    public static ValueTask RetireAsync(IEventStore store, string name, int version, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        return store.DeleteCheckpointAsync(CheckpointName(name, version), cancellationToken);
    }

    /// <summary>Builds this version and keeps it up to date until the token fires (<see cref="EventConsumer.RunAsync"/>).</summary>
    public Task RunAsync(CancellationToken cancellationToken) => _runner.RunAsync(cancellationToken);

    private static string CheckpointName(string name, int version) => $"{name}@{version}";

    /// <summary>The active version, and the version of the stream that says so.</summary>
    private static async ValueTask<(int Active, long At)> LoadAsync(IEventStore store, string name, CancellationToken cancellationToken)
    {
        var stream = StreamPrefix + name;
        var at = await store.GetVersionAsync(stream, cancellationToken).ConfigureAwait(false);
        if (at == 0) return (0, 0);
        var active = 0;
        await foreach (var each in store.ReadStreamAsync(stream, at, cancellationToken).ConfigureAwait(false))
            (active, at) = (JsonSerializer.Deserialize(each.Payload.Span, ProjectionJson.Default.ActivatedVersion)!.Version, each.Version);
        return (active, at);
    }

    private static async ValueTask<bool> TryActivateAsync(IEventStore store, string name, int version, long at, CancellationToken cancellationToken)
    {
        var payload = JsonSerializer.SerializeToUtf8Bytes(new ActivatedVersion(version), ProjectionJson.Default.ActivatedVersion);
        try
        {
            await store.AppendAsync(new AppendRequest(StreamPrefix + name, new NewEvent[] { new(ActivatedType, payload) }) { ExpectedVersion = at }, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (VersionConflictException)
        {
            return false;
        }
    }

    private async ValueTask ActivateIfNewerAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var (active, at) = await LoadAsync(_store, _name, cancellationToken).ConfigureAwait(false);
            if (active >= _version) return;
            if (!await TryActivateAsync(_store, _name, _version, at, cancellationToken).ConfigureAwait(false)) continue;
            if (Activated is not null) await Activated(active, cancellationToken).ConfigureAwait(false);
            return;
        }
    }
}
