using Genie.Datagrams.Zones.Wire;
using Genie.EventStore;

namespace Genie.Datagrams.Zones.EventStore;

/// <summary>
/// A directory as a stream of events that all zone servers append to and read: renewals of leases, and assignments at the expected version. Each process judges leases by
/// its own clock, from when it has read a renewal, which is after its server has begun to count. Safe for concurrent callers.
/// </summary>
/// <remarks>
/// A renewal is an event: some 290,000 a day of each server. Every 1,000 events there is a snapshot, and in PostgreSQL those before it are removed, so that the stream stays short.
/// A store in a folder keeps them until <see cref="Genie.EventStore.Embedded.EmbeddedEventStore.CompactAsync"/> is called: do so now and then.
/// </remarks>
public sealed class EventStoreZoneDirectory : IZoneDirectory, IDisposable
{
    private const int SnapshotInterval = 1_000;
    private const string Changed = "ZonesChanged";

    private readonly SemaphoreSlim _gate = new(1);
    private readonly CancellationTokenSource _stop = new();
    private readonly IEventStore _store;
    private readonly string _stream;
    private readonly ZoneLayout _layout;
    private readonly TimeProvider _time;
    private LeaseTable _table;
    private long _version;
    private bool _isTidying;

    /// <summary>A directory.</summary>
    /// <param name="store">The event store; PostgreSQL where zone servers are several processes. It remains the caller's.</param>
    /// <param name="layout">The zones; the same in all processes.</param>
    /// <param name="leaseTime">See <see cref="IZoneDirectory.LeaseTime"/>; null: 1.5 seconds. The same in all processes.</param>
    /// <param name="time">The clock of leases; null: the system's.</param>
    /// <param name="stream">The stream's name.</param>
    public EventStoreZoneDirectory(IEventStore store, ZoneLayout layout, TimeSpan? leaseTime = null, TimeProvider? time = null, string stream = "zones")
    {
        ArgumentNullException.ThrowIfNull(store);
        ArgumentNullException.ThrowIfNull(layout);
        LeaseTime = leaseTime ?? TimeSpan.FromSeconds(1.5);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(LeaseTime, TimeSpan.Zero, nameof(leaseTime));
        (_store, _layout, _time, _stream) = (store, layout, time ?? TimeProvider.System, stream);
        _table = NewTable();
    }

    /// <inheritdoc/>
    public TimeSpan LeaseTime { get; }

    /// <inheritdoc/>
    /// <exception cref="EventStoreException">The store could not read.</exception>
    public ValueTask<ZoneMap> ReadAsync(CancellationToken cancellationToken) => AloneAsync(async () =>
    {
        await CatchUpAsync(cancellationToken);
        return _table.ToMap();
    }, cancellationToken);

    /// <inheritdoc/>
    /// <exception cref="EventStoreException">The store could not write or read.</exception>
    public ValueTask<ZoneMap> HeartbeatAsync(ZoneServerInfo server, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(server);
        return AloneAsync(async () =>
        {
            var renewed = await AppendAsync(DirectoryEvent.Renewed(server), AppendRequest.AnyVersion, cancellationToken);
            await CatchUpAsync(cancellationToken);
            TidyAfter(renewed);
            return _table.ToMap();
        }, cancellationToken);
    }

    /// <inheritdoc/>
    /// <exception cref="EventStoreException">The store could not write or read.</exception>
    public ValueTask<ZoneMap?> TryAssignAsync(ZoneChange change, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(change);
        return AloneAsync(async () =>
        {
            while (true)
            {
                await CatchUpAsync(cancellationToken);
                if (!_table.Allows(change)) return null;
                try
                {
                    var assigned = await AppendAsync(DirectoryEvent.Assigned(change.Zone, change.ExpectedEpoch + 1, _table.Find(change.To)!), _version, cancellationToken);
                    await CatchUpAsync(cancellationToken);
                    TidyAfter(assigned);
                    return _table.ToMap();
                }
                catch (VersionConflictException)
                {
                    // Somebody has renewed a lease, or taken the zone: decide again with what was added.
                }
            }
        }, cancellationToken);
    }

    /// <inheritdoc/>
    /// <exception cref="EventStoreException">The store could not write.</exception>
    public async ValueTask LeaveAsync(string server, CancellationToken cancellationToken) =>
        await AppendAsync(DirectoryEvent.Left(server), AppendRequest.AnyVersion, cancellationToken);

    /// <summary>Ends the directory; calls must not be under way.</summary>
    public void Dispose()
    {
        if (_stop.IsCancellationRequested) return;
        _stop.Cancel();
        _stop.Dispose();
        _gate.Dispose();
    }

    private LeaseTable NewTable() => new(_layout, LeaseTime, _time);

    private async ValueTask<T> AloneAsync<T>(Func<Task<T>> work, CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken);
        try
        {
            return await work();
        }
        finally
        {
            _gate.Release();
        }
    }

    private ValueTask<AppendResult> AppendAsync(DirectoryEvent what, long expectedVersion, CancellationToken cancellationToken) =>
        _store.AppendAsync(new AppendRequest(_stream, new[] { new NewEvent(Changed, what.ToBytes()) }) { ExpectedVersion = expectedVersion }, cancellationToken);

    private async Task CatchUpAsync(CancellationToken cancellationToken)
    {
        if (_version == 0) await LoadSnapshotAsync(cancellationToken);
        try
        {
            await ReadOnAsync(cancellationToken);
        }
        catch (EventsCompactedException)
        {
            await LoadSnapshotAsync(cancellationToken);
            await ReadOnAsync(cancellationToken);
        }
    }

    private async Task ReadOnAsync(CancellationToken cancellationToken)
    {
        await foreach (var each in _store.ReadStreamAsync(_stream, _version + 1, cancellationToken))
        {
            if (DirectoryEvent.Read(each.Payload.Span) is not { } what) throw new ZoneException($"Event {each.Version} of stream '{_stream}' is none of a directory: give it a stream of its own.", isTransient: false);
            what.ApplyTo(_table);
            _version = each.Version;
        }
    }

    /// <summary>Whoever has appended one of so many events keeps a snapshot and removes what is before it. Nobody's lease waits for that.</summary>
    private void TidyAfter(AppendResult appended)
    {
        if (appended.LastVersion % SnapshotInterval != 0 || Interlocked.Exchange(ref _isTidying, true)) return;
        _ = TidyAsync(new StreamSnapshot(_version, _table.ToSnapshot().ToBytes()), _stop.Token);
    }

    private async Task TidyAsync(StreamSnapshot snapshot, CancellationToken cancellationToken)
    {
        try
        {
            await _store.SaveSnapshotAsync(_stream, snapshot, cancellationToken);
            await _store.CompactStreamAsync(_stream, cancellationToken);
        }
        catch (Exception error) when (error is EventStoreException or OperationCanceledException or ObjectDisposedException)
        {
            // All of it is in the stream still; the next one does for this one.
        }
        finally
        {
            Volatile.Write(ref _isTidying, false);
        }
    }

    private async Task LoadSnapshotAsync(CancellationToken cancellationToken)
    {
        if (await _store.LoadSnapshotAsync(_stream, cancellationToken) is not { } snapshot || snapshot.Version <= _version) return;
        if (DirectorySnapshot.Read(snapshot.State.Span) is not { } content) throw new ZoneException($"The snapshot of stream '{_stream}' is none of a directory: give it a stream of its own.", isTransient: false);
        _table = NewTable();
        _table.Restore(content);
        _version = snapshot.Version;
    }
}
