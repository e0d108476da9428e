using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Grains;

namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>
/// A state whose every command is an event with its answer, appended under the request's key before it is answered. The same request again finds
/// the event and gets its answer, byte by byte. The state is the snapshot and the commands since. Facts that the command derived follow it in the same append.
/// </summary>
/// <remarks>
/// Two processes that own one stream for a moment cannot both take effect: the store's version decides, and the loser reads on and decides again.
/// Where compaction removed the event, the repetition is known but its answer is not: it is empty then.
/// </remarks>
internal sealed class JournalGrain(IEventStore store, string stream, string key, Func<IJournaledState> create, StreamGrainOptions options, FactInference? inference = null) : Grain<JournalCommand, JournalAnswer>
{
    private IJournaledState? _state;
    private long _version;
    private long _inputVersion;
    private long _snapshotVersion;

    /// <inheritdoc/>
    protected override async ValueTask<JournalAnswer> HandleAsync(JournalCommand message, GrainCall call)
    {
        if (message.Key is { } request && await store.FindAsync(stream, request, call.Token).ConfigureAwait(false) is { } known)
            return await FirstAnswerAsync(known, call.Token).ConfigureAwait(false);
        for (var conflicts = 0; ; conflicts++)
        {
            _state ??= await LoadAsync(call.Token).ConfigureAwait(false);
            try
            {
                if (message.IsTimer && !IsDue(_state, message))
                {
                    await RecordTimerAsync(_state, call.Token).ConfigureAwait(false);
                    return new JournalAnswer(default, IsRepeat: false, _state.NextDueTicks, _version, _state.NextClockTicks);
                }

                var prepared = message with { Payload = _state.Prepare(message.Payload) };
                var answer = _state.Apply(prepared.Payload);
                var facts = DeriveFrom(answer);
                var result = await AppendAsync(prepared, answer, facts, call.Token).ConfigureAwait(false);
                if (result.IsRepeat)
                {
                    _state = null;
                    return await FirstAnswerAsync(result, call.Token).ConfigureAwait(false);
                }

                _version = result.LastVersion;
                if (!message.IsTimer) _inputVersion = result.FirstVersion;
                await SnapshotIfDueAsync(call.Token).ConfigureAwait(false);
                inference?.Tell(facts);
                return new JournalAnswer(answer, IsRepeat: false, _state.NextDueTicks, _version, _state.NextClockTicks);
            }
            catch (VersionConflictException) when (conflicts < options.ConflictsMax)
            {
                _state = null;
            }
            catch
            {
                // It has taken in what the store may not have.
                _state = null;
                throw;
            }
        }
    }

    // A timer that was fired by a process that was halted meanwhile may be long out of date.
    private bool IsDue(IJournaledState state, JournalCommand timer) => timer.TimerTicks == 0
        ? state.NextClockTicks <= timer.ClockTicks
        : state.NextDueTicks <= timer.TimerTicks && (timer.InputVersion == 0 || _inputVersion <= timer.InputVersion);

    // Else it would fire after each input, as the recorded time is over; and what is recorded says how long the timer can be out of memory.
    private async ValueTask RecordTimerAsync(IJournaledState state, CancellationToken cancellationToken)
    {
        if (TimerEvents.Change(key, state, isExact: true) is not { } timer) return;
        NewEvent[] events = [timer];
        _version = (await store.AppendAsync(new AppendRequest(stream, events) { ExpectedVersion = _version }, cancellationToken).ConfigureAwait(false)).LastVersion;
    }

    private List<Output> DeriveFrom(byte[] answer)
    {
        var facts = _state!.Derive(key, answer).ToList();
        if (inference is not null && facts.Count > 0) facts.AddRange(inference.Infer(facts, _state));
        return facts;
    }

    private ValueTask<AppendResult> AppendAsync(JournalCommand message, byte[] answer, List<Output> facts, CancellationToken cancellationToken)
    {
        var type = !message.IsTimer ? JournalEntry.EventType : JournalEntry.TimerEventType;
        var events = new List<NewEvent> { new(type, JournalEntry.Write(message.Payload.Span, answer)) };
        events.AddRange(facts.Select(GeniusOutputs.Write));
        if (TimerEvents.Change(key, _state!, isExact: message.ClockTicks != 0 && message.TimerTicks == 0) is { } timer) events.Add(timer);
        return store.AppendAsync(new AppendRequest(stream, events.ToArray()) { ExpectedVersion = _version, Key = message.Key }, cancellationToken);
    }

    private async Task<IJournaledState> LoadAsync(CancellationToken cancellationToken)
    {
        var state = create();
        var snapshot = await store.LoadSnapshotAsync(stream, cancellationToken).ConfigureAwait(false);
        if (snapshot is not null) state.Load(snapshot.State);
        (_version, _inputVersion) = (_snapshotVersion = snapshot?.Version ?? 0, 0);
        await foreach (var each in store.ReadStreamAsync(stream, _version + 1, cancellationToken).ConfigureAwait(false))
        {
            if (each.Type == TimerEvents.EventType) (state.TimerTicks, state.TimerClockTicks) = (TimerEvents.Read(each).DueTicks, TimerEvents.Read(each).ClockTicks);
            if (each.Type is JournalEntry.EventType or JournalEntry.TimerEventType) state.Apply(JournalEntry.Read(each.Payload).Command);
            if (each.Type == GeniusOutputs.EventType && GeniusOutputs.Read(each)?.FactMatched is { } matched) state.Note(matched);
            if (each.Type == JournalEntry.EventType) _inputVersion = each.Version;
            _version = each.Version;
        }

        return state;
    }

    private async Task<JournalAnswer> FirstAnswerAsync(AppendResult first, CancellationToken cancellationToken)
    {
        try
        {
            await foreach (var each in store.ReadStreamAsync(stream, first.FirstVersion, cancellationToken).ConfigureAwait(false))
                return new JournalAnswer(each.Version == first.FirstVersion ? JournalEntry.Read(each.Payload).Answer : default, IsRepeat: true);
        }
        catch (EventsCompactedException)
        {
            // That it took effect is still known.
        }

        return new JournalAnswer(default, IsRepeat: true);
    }

    private async Task SnapshotIfDueAsync(CancellationToken cancellationToken)
    {
        if (_version - _snapshotVersion < options.SnapshotEvery) return;
        await store.SaveSnapshotAsync(stream, new StreamSnapshot(_version, _state!.Save()), cancellationToken).ConfigureAwait(false);
        _snapshotVersion = _version;
    }
}
