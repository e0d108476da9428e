using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Genie.EventStore;

namespace GameLicenseExample.Features.Decisions;

/// <summary>
/// A stream of the event store, folded to a state. A request is decided on the newest state and appended at that state's version, under the request's
/// name: of two writers one decides again, and a request that is sent again takes effect once. Safe for concurrent callers.
/// </summary>
/// <param name="store">The events.</param>
/// <param name="name">The stream.</param>
/// <param name="initial">The state without events. States never change: each event makes a new one.</param>
/// <param name="apply">The state after one more event.</param>
/// <param name="json">How events are written.</param>
internal sealed class DecisionStream<TState, TEvent>(IEventStore store, string name, TState initial, Func<TState, TEvent, TState> apply, JsonTypeInfo<TEvent> json) : IDisposable
    where TEvent : class
{
    private readonly SemaphoreSlim _gate = new(1);
    private TState _state = initial;
    private long _version;

    /// <summary>The state with everything that is on record.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public async Task<TState> ReadAsync(CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await CatchUpAsync(cancellationToken).ConfigureAwait(false);
            return _state;
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>Every event, in order.</summary>
    public async IAsyncEnumerable<TEvent> ReadEventsAsync([System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var each in store.ReadStreamAsync(name, 1, cancellationToken).ConfigureAwait(false)) yield return Read(each);
    }

    /// <summary>The event that is on record for a request; null: there is none.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public async Task<TEvent?> FindAsync(string request, CancellationToken cancellationToken) =>
        await store.FindAsync(name, RequestKeys.Of(request), cancellationToken).ConfigureAwait(false) is { } known ? await ReadAsync(known.LastVersion, cancellationToken).ConfigureAwait(false) : null;

    /// <summary>Decides a request, once, and refuses its name for another.</summary>
    /// <param name="request">Its name.</param>
    /// <param name="isSame">True if the event that is on record for the name is of a request with the same content.</param>
    /// <param name="decide">See <see cref="DecideAsync(string, Func{TState, TEvent}, CancellationToken)"/>.</param>
    /// <param name="cancellationToken">Abandons it; it may take effect all the same.</param>
    /// <inheritdoc cref="DecideAsync(string, Func{TState, TEvent}, CancellationToken)"/>
    public async Task<Decided<TEvent>> DecideAsync(string request, Func<TEvent, bool> isSame, Func<TState, TEvent> decide, CancellationToken cancellationToken)
    {
        var decided = await DecideAsync(request, decide, cancellationToken).ConfigureAwait(false);
        return !decided.IsRepeat || isSame(decided.Event) ? decided : throw FeatureRefusedException.OfReusedName(request);
    }

    /// <summary>Decides a request, once.</summary>
    /// <param name="request">Its name.</param>
    /// <param name="decide">The event that it comes to; throws to refuse it, which leaves no trace. May be asked again on a newer state.</param>
    /// <param name="cancellationToken">Abandons it; it may take effect all the same.</param>
    /// <exception cref="FeatureRefusedException">It was refused.</exception>
    /// <exception cref="EventStoreException">The store cannot keep it; send the request again.</exception>
    public async Task<Decided<TEvent>> DecideAsync(string request, Func<TState, TEvent> decide, CancellationToken cancellationToken)
    {
        var key = RequestKeys.Of(request);
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            while (true)
            {
                await CatchUpAsync(cancellationToken).ConfigureAwait(false);
                if (await store.FindAsync(name, key, cancellationToken).ConfigureAwait(false) is { } known) return new Decided<TEvent>(await ReadAsync(known.LastVersion, cancellationToken).ConfigureAwait(false), IsRepeat: true);
                var decided = decide(_state);
                if (await TryAppendAsync(decided, key, cancellationToken).ConfigureAwait(false)) return new Decided<TEvent>(decided, IsRepeat: false);
            }
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    private async Task<bool> TryAppendAsync(TEvent decided, RequestKey key, CancellationToken cancellationToken)
    {
        var events = new NewEvent[] { new(decided.GetType().Name, JsonSerializer.SerializeToUtf8Bytes(decided, json)) };
        try
        {
            var result = await store.AppendAsync(new AppendRequest(name, events) { ExpectedVersion = _version, Key = key }, cancellationToken).ConfigureAwait(false);
            if (result.IsRepeat) return false;
            (_state, _version) = (apply(_state, decided), result.LastVersion);
            return true;
        }
        catch (VersionConflictException)
        {
            // Another process wrote: what it wrote is read, and the request decided again.
            return false;
        }
    }

    private async Task CatchUpAsync(CancellationToken cancellationToken)
    {
        await foreach (var each in store.ReadStreamAsync(name, _version + 1, cancellationToken).ConfigureAwait(false)) (_state, _version) = (apply(_state, Read(each)), each.Version);
    }

    private async Task<TEvent> ReadAsync(long version, CancellationToken cancellationToken)
    {
        await foreach (var each in store.ReadStreamAsync(name, version, cancellationToken).ConfigureAwait(false)) return Read(each);
        throw new InvalidOperationException($"'{name}' has no version {version} any more.");
    }

    private TEvent Read(RecordedEvent recorded) => JsonSerializer.Deserialize(recorded.Payload.Span, json)!;
}
