using System.Buffers;
using Genie.Geocoding;
using Genie.Workload.Avro;
using Genie.Workload.Changes;
using Genie.Workload.Messages;
using Genie.Workload.Parties;
using Genie.Workload.Places;
using Google.Protobuf;

namespace Genie.Workload;

/// <summary>
/// The party workload: a client sends a party's new state (protobuf); the worker lists what changed against the state it
/// knows, finds what lies at the primary address, and answers.
/// </summary>
/// <remarks>
/// <para>Answers: <see cref="Stages.Transport"/> the request itself; <see cref="Stages.Cdc"/> and
/// <see cref="Stages.Geocode"/> a short <see cref="PartyReply"/>; <see cref="Stages.Full"/> Avro, see
/// <see cref="AvroAnswerCodec"/>.</para>
/// <para>A client checks the place against the table of known places, which was made without the geocoder, and the changes
/// against those of its own request; it needs neither a geocoder nor a map.</para>
/// </remarks>
public sealed class PartyWorkload : IWorkload
{
    [ThreadStatic]
    private static PartyRequest? _request;

    [ThreadStatic]
    private static ChangeList? _changes;

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? _echo;

    private readonly IReverseGeocoder _geocoder;
    private readonly IAnswerCodec _codec;
    private readonly RequestTemplates _templates;
    private readonly AnswerCheck _check;
    private readonly IRawPayload? _raw;
    private readonly IRawPayload? _added;
    private long _malformedRequests;

    /// <summary>Creates the workload; client and worker need the same stages, seed and payload.</summary>
    /// <param name="stages">Which part of the work is done; <see cref="Stages.Grains"/> is not in it, as nothing here is kept.</param>
    /// <param name="geocoder">Finds places; asked by the worker only.</param>
    /// <param name="seed">What all requests follow from.</param>
    /// <param name="payloadBytes">Added to each party request. With <see cref="Stages.Transport"/>, unless 0, the request is
    /// exactly that many bytes and no party at all.</param>
    /// <param name="codec">Writes the answers; null takes <see cref="AvroAnswerCodec"/> with its default schema id.</param>
    public PartyWorkload(Stages stages, IReverseGeocoder geocoder, long seed, int payloadBytes, IAnswerCodec? codec = null)
        : this(geocoder, new PartyWorkloadOptions { Stages = stages, Seed = seed, Sizes = PayloadSizes.Of(payloadBytes), Codec = codec })
    {
    }

    /// <summary>Creates the workload with a payload of the user's own. Only the client needs it; all else as above.</summary>
    /// <param name="stages">Which part of the work is done; <see cref="Stages.Grains"/> is not in it, as nothing here is kept.</param>
    /// <param name="geocoder">Finds places; asked by the worker only.</param>
    /// <param name="seed">What all requests follow from, but for the payload.</param>
    /// <param name="payload">With <see cref="Stages.Transport"/> each request is these bytes and no party at all; else they are added to each party request. Not empty.</param>
    /// <param name="codec">Writes the answers; null takes <see cref="AvroAnswerCodec"/> with its default schema id.</param>
    public PartyWorkload(Stages stages, IReverseGeocoder geocoder, long seed, ReadOnlyMemory<byte> payload, IAnswerCodec? codec = null)
        : this(geocoder, new PartyWorkloadOptions { Stages = stages, Seed = seed, Messages = [payload], Codec = codec })
    {
    }

    /// <summary>Creates the workload.</summary>
    /// <param name="geocoder">Finds places; asked by the worker only.</param>
    /// <param name="options">What requests are like.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public PartyWorkload(IReverseGeocoder geocoder, PartyWorkloadOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfEqual(options.Stages, Stages.Grains);
        Stages = options.Stages;
        _geocoder = geocoder;
        _codec = options.Codec ?? new AvroAnswerCodec();
        _templates = new RequestTemplates(unchecked((ulong)options.Seed), options.Parties, options.Skew);
        _check = new AnswerCheck(_codec.SchemaId);
        var payload = PayloadOf(options);
        if (Stages == Stages.Transport) _raw = payload;
        else _added = payload;
    }

    /// <inheritdoc/>
    public Stages Stages { get; }

    /// <summary>Worker: messages that were no request.</summary>
    public long MalformedRequests => Volatile.Read(ref _malformedRequests);

    /// <inheritdoc/>
    public void WriteRequest(uint sender, ulong sequence, IBufferWriter<byte> request)
    {
        if (_raw is not null)
        {
            _raw.Write(sender, sequence, request);
            return;
        }

        var message = _request ??= new PartyRequest();
        message.Sender = sender;
        message.Sequence = sequence;
        message.Party = _templates.For(sender, sequence).Party;
        message.Padding = _added?.PaddingOf(sender, sequence) ?? ByteString.Empty;
        message.WriteTo(request);
    }

    /// <inheritdoc/>
    public ValueTask HandleAsync(ReadOnlySequence<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
    {
        if (Stages == Stages.Transport)
        {
            foreach (var piece in request) answer.Write(piece.Span);
            return ValueTask.CompletedTask;
        }

        try
        {
            return AnswerAsync(RequestReader.Read(request), answer, cancellationToken);
        }
        catch (MalformedRequestException error)
        {
            Interlocked.Increment(ref _malformedRequests);
            return ValueTask.FromException(error);
        }
    }

    /// <inheritdoc/>
    public bool IsRightAnswer(uint sender, ulong sequence, ReadOnlySpan<byte> answer)
    {
        if (_raw is not null) return _raw.IsEcho(sender, sequence, answer);
        return Stages switch
        {
            Stages.Transport => IsEcho(sender, sequence, answer),
            Stages.Full => _check.IsRightAvro(_templates.For(sender, sequence), sender, sequence, answer),
            _ => AnswerCheck.IsRightReply(Stages, _templates.For(sender, sequence), sender, sequence, answer),
        };
    }

    /// <inheritdoc/>
    public KnownPlace? PlaceOf(uint sender, ulong sequence) => _raw is null ? _templates.For(sender, sequence).Place : null;

    private static IRawPayload? PayloadOf(PartyWorkloadOptions options)
    {
        foreach (var message in options.Messages) ArgumentOutOfRangeException.ThrowIfZero(message.Length, nameof(options.Messages));
        if (options.Messages.Count > 0) return new GivenPayload(options.Messages);
        return options.Sizes.LargestBytes == 0 ? null : new RandomPayload(options.Sizes, unchecked((ulong)options.Seed));
    }

    private ValueTask AnswerAsync(PartyRequest request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
    {
        if (Stages == Stages.Cdc)
        {
            ReplyWriter.WriteChanges(request, Compare(request.Party), answer);
            return ValueTask.CompletedTask;
        }

        var lookup = _geocoder.LookUpAsync(RequestReader.PrimaryPoint(request.Party), cancellationToken);
        if (!lookup.IsCompletedSuccessfully) return AwaitLookupAsync(lookup, request, answer);
        Answer(request, lookup.Result, answer);
        return ValueTask.CompletedTask;
    }

    private async ValueTask AwaitLookupAsync(ValueTask<PlaceAnswer> lookup, PartyRequest request, IBufferWriter<byte> answer) =>
        Answer(request, await lookup.ConfigureAwait(false), answer);

    private void Answer(PartyRequest request, PlaceAnswer place, IBufferWriter<byte> answer)
    {
        if (Stages == Stages.Geocode) ReplyWriter.WritePlace(request, place, answer);
        else _codec.Write(new AnswerContent(request.Sender, request.Sequence, request.Party.PartyId, place, Compare(request.Party)), answer);
    }

    // One list a thread: nothing is awaited between filling and writing it.
    private static ChangeList Compare(Party party)
    {
        var changes = _changes ??= new ChangeList();
        ChangeCapture.Compare(PartyDirectory.Find(party.PartyId), party, changes);
        return changes;
    }

    private bool IsEcho(uint sender, ulong sequence, ReadOnlySpan<byte> answer)
    {
        var expected = _echo ??= new ArrayBufferWriter<byte>(1024);
        expected.ResetWrittenCount();
        WriteRequest(sender, sequence, expected);
        return answer.SequenceEqual(expected.WrittenSpan);
    }
}
