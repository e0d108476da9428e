using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>
/// A subscription's state and the stream that it is kept in. Whoever else appends to that stream makes every later append here a
/// <see cref="VersionConflictException"/>: of two workers of one subscription one ends. Safe for concurrent callers.
/// </summary>
internal sealed class DeliveryLog : IDisposable
{
    /// <summary>The most dead letters that one append requeues.</summary>
    public const int RequeuedMax = 1_000;

    private readonly IEventStore _store;
    private readonly DeliveryOptions _options;
    private readonly string _stream;
    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly SortedSet<long> _open = [];
    private readonly DeliveryState _state;
    private long _seen;
    private int _sinceSnapshot;

    private DeliveryLog(IEventStore store, DeliveryOptions options, DeliveryState state)
    {
        (_store, _options, _stream, _state) = (store, options, DeliveryEvents.StreamOf(options.Subscription), state);
        _seen = state.Floor;
        _open.UnionWith(state.Waiting.Keys);
    }

    /// <summary>Up to here nothing needs to be read again, but for what is waiting.</summary>
    public long Floor => Locked(() => _state.Floor);

    /// <summary>Positions that wait for another attempt.</summary>
    public IReadOnlyList<long> Waiting => Locked(() => _state.Waiting.Keys.ToArray());

    /// <summary>Events that were given up.</summary>
    public IReadOnlyList<DeadLetter> Dead => Locked(() => _state.Dead.Values.ToArray());

    /// <summary>How the subscription does.</summary>
    public DeliveryStatus Status => Locked(() => new DeliveryStatus(
        _options.Subscription, _options.Receiver, _state.Floor, _state.Waiting.Count, _state.Dead.Count, _state.Waiting.Values.MinBy(static retry => retry.Due)));

    /// <summary>Reads the state; makes the subscription if it is new.</summary>
    public static async Task<DeliveryLog> OpenAsync(IEventStore store, DeliveryOptions options, CancellationToken cancellationToken)
    {
        await BeginAsync(store, options, cancellationToken).ConfigureAwait(false);
        var stream = DeliveryEvents.StreamOf(options.Subscription);
        var state = await store.LoadSnapshotAsync(stream, cancellationToken).ConfigureAwait(false) is { } snapshot ? DeliveryState.FromSnapshot(snapshot) : new DeliveryState();
        await foreach (var each in store.ReadStreamAsync(stream, state.Version + 1, cancellationToken).ConfigureAwait(false)) state.Apply(each.Type, each.Version, each.Payload);
        state.RaiseFloor(await store.LoadCheckpointAsync(stream, cancellationToken).ConfigureAwait(false));

        // From here on compaction leaves what was not delivered.
        await store.SaveCheckpointAsync(stream, state.Floor, cancellationToken).ConfigureAwait(false);
        return new DeliveryLog(store, options, state);
    }

    /// <summary>Makes the subscription if it is new, on record: however the process ends, the next one does not begin after a later position.</summary>
    public static async Task BeginAsync(IEventStore store, DeliveryOptions options, CancellationToken cancellationToken)
    {
        var stream = DeliveryEvents.StreamOf(options.Subscription);
        if (await store.GetVersionAsync(stream, cancellationToken).ConfigureAwait(false) > 0) return;

        // A checkpoint is there where earlier releases made the subscription, which had no record of it.
        var checkpoint = await store.LoadCheckpointAsync(stream, cancellationToken).ConfigureAwait(false);
        var began = new DeliveryBegan { Position = checkpoint == 0 ? options.AfterPosition : checkpoint };
        try
        {
            await store.AppendAsync(new AppendRequest(stream, new[] { new NewEvent(DeliveryEvents.Began, began.ToByteArray()) }) { ExpectedVersion = 0 }, cancellationToken).ConfigureAwait(false);
        }
        catch (VersionConflictException)
        {
            // Another process of the cluster has made it meanwhile.
        }
    }

    /// <summary>Notes an event in passing. True if it is to be delivered: then it is open until it is settled.</summary>
    public bool TryOpen(long position, bool isWanted) => Locked(() =>
    {
        _seen = Math.Max(_seen, position);
        return isWanted && !_state.IsSettled(position) && (_open.Add(position) || _state.Waiting.ContainsKey(position));
    });

    /// <summary>What is known of earlier attempts at an event, or null.</summary>
    public DeliveryRetry? RetryOf(long position) => Locked(() => _state.Waiting.GetValueOrDefault(position));

    /// <summary>Records that an attempt failed and when the next one is due.</summary>
    public Task WaitAsync(long position, DeliveryRetry retry) =>
        AppendAsync(() => [new NewEvent(DeliveryEvents.AttemptFailed, DeliveryState.ToMessage(position, retry).ToByteArray())]);

    /// <summary>Records that an event was delivered or, with a reason, given up.</summary>
    public async Task SettleAsync(long position, int attempts, string reason)
    {
        await AppendAsync(() =>
        {
            _open.Remove(position);
            var settled = new DeliverySettled { Position = position, Attempts = attempts, Floor = _open.Count == 0 ? _seen : Math.Min(_open.Min - 1, _seen), Reason = reason };
            return [new NewEvent(reason.Length == 0 ? DeliveryEvents.Delivered : DeliveryEvents.DeadLettered, settled.ToByteArray())];
        }).ConfigureAwait(false);
        if (Interlocked.Increment(ref _sinceSnapshot) % _options.SnapshotEvery == 0) await SaveAsync().ConfigureAwait(false);
    }

    /// <summary>Records that dead letters are to be tried again, all in one append.</summary>
    /// <param name="positions">Which; null: all that there are, <see cref="RequeuedMax"/> at most.</param>
    /// <returns>Those that were dead letters.</returns>
    public async Task<IReadOnlyList<long>> RequeueAsync(IReadOnlyCollection<long>? positions)
    {
        long[] requeued = [];
        await AppendAsync(() =>
        {
            requeued = [.. (positions ?? _state.Dead.Keys).Where(_state.Dead.ContainsKey).Distinct().Take(RequeuedMax)];
            _open.UnionWith(requeued);
            return [.. requeued.Select(static position => new NewEvent(DeliveryEvents.Requeued, new DeliveryRequeued { Position = position }.ToByteArray()))];
        }).ConfigureAwait(false);
        return requeued;
    }

    /// <summary>Keeps the state and the floor, so that the next start reads little.</summary>
    public async Task SaveAsync()
    {
        var (snapshot, floor) = Locked(() => (_state.ToSnapshot(), _state.Floor));
        if (snapshot.Version > 0) await _store.SaveSnapshotAsync(_stream, snapshot, CancellationToken.None).ConfigureAwait(false);
        await _store.SaveCheckpointAsync(_stream, floor, CancellationToken.None).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    // An outcome is recorded even while the worker is being stopped, or the attempt would be made again.
    private async Task AppendAsync(Func<NewEvent[]> create)
    {
        await _gate.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        try
        {
            var events = Locked(create);
            if (events.Length == 0) return;
            var request = new AppendRequest(_stream, events) { ExpectedVersion = _state.Version };
            var result = await _store.AppendAsync(request, CancellationToken.None).ConfigureAwait(false);
            Locked(() =>
            {
                for (var i = 0; i < events.Length; i++) _state.Apply(events[i].Type, result.FirstVersion + i, events[i].Payload);
                return true;
            });
        }
        finally
        {
            _gate.Release();
        }
    }

    private T Locked<T>(Func<T> read)
    {
        lock (_open) return read();
    }
}
