using System.Buffers;
using Genie.EventStore;
using Genie.Geocoding;
using Genie.Grains;
using Genie.Workload.Avro;
using Genie.Workload.Changes;
using Genie.Workload.Messages;
using Genie.Workload.Parties;

namespace Genie.Workload.Grains;

/// <summary>
/// The reverse geocoder of one party. A request becomes two events, appended together: <see cref="PartyEvents.PartyChanged"/> and
/// <see cref="PartyEvents.LocationResolved"/>. The same request again gets the same answer, byte by byte, and appends nothing; another one with the same key is refused.
/// </summary>
/// <remarks>
/// Changes are listed against the party as the directory knows it, as the workload's are, so that an answer follows from its request alone.
/// Two processes that own one party for a moment cannot both take effect: the store's version decides, and the loser decides again.
/// </remarks>
public sealed class PartyGrain(string partyId, IEventStore store, IReverseGeocoder geocoder, IAnswerCodec codec, PartyGrainOptions options) : Grain<PartyCommand, ReadOnlyMemory<byte>>
{
    /// <summary>The name of this kind of grain; its keys are parties' ids.</summary>
    public const string Kind = "party";

    private readonly PartyGrainOptions _options = options.Checked();
    private readonly string _stream = PartyEvents.StreamOf(partyId);
    private readonly ArrayBufferWriter<byte> _answer = new();
    private readonly ChangeList _changes = new();
    private PartyState _state = new();
    private long _snapshotVersion;

    /// <inheritdoc/>
    protected override async ValueTask ActivateAsync(GrainCall call)
    {
        _state = await PartyState.LoadAsync(store, _stream, _options.EventVersionMax, call.Token).ConfigureAwait(false);
        _snapshotVersion = _state.Version;
    }

    /// <inheritdoc/>
    /// <exception cref="GrainRefusalException">The request has no primary address with a coordinate.</exception>
    /// <exception cref="RequestKeyReusedException">The request's key is known for another content; nothing was changed.</exception>
    protected override async ValueTask<ReadOnlyMemory<byte>> HandleAsync(PartyCommand message, GrainCall call)
    {
        var place = await geocoder.LookUpAsync(PointOf(message.Request.Party), call.Token).ConfigureAwait(false);
        var answer = Answer(message.Request, place);
        NewEvent[] events =
        [
            PartyEvents.WritePartyChanged(_options.EventVersion, message.Request.Party, answer),
            new(PartyEvents.LocationResolved, PartyEvents.WriteLocationResolved(message.Request, place)),
        ];
        var result = await AppendAsync(events, message.Key, call.Token).ConfigureAwait(false);
        if (result.IsRepeat) return await FirstAnswerAsync(result, message, call.Token).ConfigureAwait(false) ?? answer;
        for (var i = 0; i < events.Length; i++) _state.Apply(events[i].Type, result.FirstVersion + i, events[i].Payload);
        await SnapshotIfDueAsync(call.Token).ConfigureAwait(false);
        return answer;
    }

    private static GeoPoint PointOf(Party party)
    {
        try
        {
            return RequestReader.PrimaryPoint(party);
        }
        catch (MalformedRequestException error)
        {
            throw new GrainRefusalException(error.Message);
        }
    }

    private byte[] Answer(PartyRequest request, in PlaceAnswer place)
    {
        _answer.ResetWrittenCount();
        ChangeCapture.Compare(PartyDirectory.Find(request.Party.PartyId), request.Party, _changes);
        codec.Write(new AnswerContent(request.Sender, request.Sequence, request.Party.PartyId, place, _changes), _answer);
        return _answer.WrittenSpan.ToArray();
    }

    private async Task<AppendResult> AppendAsync(NewEvent[] events, RequestKey key, CancellationToken cancellationToken)
    {
        for (var conflicts = 0; ; conflicts++)
        {
            try
            {
                return await store.AppendAsync(new AppendRequest(_stream, events) { ExpectedVersion = _state.Version, Key = key }, cancellationToken).ConfigureAwait(false);
            }
            catch (VersionConflictException) when (conflicts < _options.ConflictsMax)
            {
                // Others have appended to the stream, or deleted it.
                _state = await PartyState.LoadAsync(store, _stream, _options.EventVersionMax, cancellationToken).ConfigureAwait(false);
                _snapshotVersion = Math.Min(_snapshotVersion, _state.Version);
            }
        }
    }

    /// <summary>What was answered the first time; null if it was removed, or deleted, and must be computed again.</summary>
    private async Task<ReadOnlyMemory<byte>?> FirstAnswerAsync(AppendResult first, PartyCommand message, CancellationToken cancellationToken)
    {
        try
        {
            await foreach (var each in store.ReadStreamAsync(_stream, first.FirstVersion, cancellationToken).ConfigureAwait(false))
            {
                if (each.Version != first.FirstVersion) return null;
                var (party, answer) = PartyEvents.ReadPartyChanged(each.Type, each.Payload);
                return party.Equals(message.Request.Party) ? answer : throw new RequestKeyReusedException(_stream, message.Key);
            }
        }
        catch (EventsCompactedException)
        {
            // The answer follows from the request and the map.
        }

        return null;
    }

    private async Task SnapshotIfDueAsync(CancellationToken cancellationToken)
    {
        if (_state.Version - _snapshotVersion < _options.SnapshotEvery) return;
        await store.SaveSnapshotAsync(_stream, _state.ToSnapshot(), cancellationToken).ConfigureAwait(false);
        _snapshotVersion = _state.Version;
    }
}
