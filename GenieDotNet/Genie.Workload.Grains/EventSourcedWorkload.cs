using System.Buffers;
using Genie.EventStore;
using Genie.Geocoding;
using Genie.Grains;
using Genie.Workload.Avro;
using Genie.Workload.Places;

namespace Genie.Workload.Grains;

/// <summary>The party workload with effects: a worker that handles a request through the party's grain, so that it takes effect once.</summary>
/// <remarks>Requests and the judgement of answers are those of the inner workload, whose stages must be <see cref="Stages.Full"/>.</remarks>
public sealed class EventSourcedWorkload : IWorkload, IAsyncDisposable
{
    private readonly IWorkload _inner;
    private readonly ulong _run;
    private readonly GrainRuntime? _runtime;
    private readonly IGrainKind<PartyCommand, ReadOnlyMemory<byte>> _parties;

    /// <summary>Creates it.</summary>
    /// <param name="inner">Writes requests and judges answers.</param>
    /// <param name="store">Keeps the effects; the caller's to close, after this.</param>
    /// <param name="geocoder">Finds places.</param>
    /// <param name="run">Names the numbering of senders: the same in every worker that serves them, another for another run.</param>
    /// <param name="options">How grains keep their state.</param>
    public EventSourcedWorkload(IWorkload inner, IEventStore store, IReverseGeocoder geocoder, ulong run, PartyGrainOptions? options = null)
    {
        (_inner, _run, _runtime) = (Checked(inner), run, new GrainRuntime());
        options ??= new PartyGrainOptions();
        var codec = new AvroAnswerCodec();
        _parties = _runtime.Register<PartyCommand, ReadOnlyMemory<byte>>(PartyGrain.Kind, id => new PartyGrain(id, store, geocoder, codec, options));
    }

    /// <summary>Creates it on grains that live elsewhere.</summary>
    /// <param name="inner">Writes requests and judges answers.</param>
    /// <param name="parties">The parties' grains.</param>
    /// <param name="run">Names the numbering of senders: the same in every worker that serves them, another for another run.</param>
    public EventSourcedWorkload(IWorkload inner, IGrainKind<PartyCommand, ReadOnlyMemory<byte>> parties, ulong run)
    {
        (_inner, _run) = (Checked(inner), run);
        _parties = parties;
    }

    private EventSourcedWorkload(EventSourcedWorkload other, ulong run) =>
        (_inner, _run, _runtime, _parties) = (other._inner, run, other._runtime, other._parties);

    /// <inheritdoc/>
    public Stages Stages => Stages.Grains;

    /// <inheritdoc/>
    /// <remarks>With the same grains: dispose of one of the two.</remarks>
    public IWorkload ForRun(ulong run) => new EventSourcedWorkload(this, run);

    /// <inheritdoc/>
    public void WriteRequest(uint sender, ulong sequence, IBufferWriter<byte> request) => _inner.WriteRequest(sender, sequence, request);

    /// <inheritdoc/>
    public KnownPlace? PlaceOf(uint sender, ulong sequence) => _inner.PlaceOf(sender, sequence);

    /// <inheritdoc/>
    public bool IsRightAnswer(uint sender, ulong sequence, ReadOnlySpan<byte> answer) => _inner.IsRightAnswer(sender, sequence, answer);

    /// <inheritdoc/>
    public async ValueTask HandleAsync(ReadOnlySequence<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
    {
        var message = RequestReader.Read(request);
        if (message.Party.PartyId.Length == 0) throw new MalformedRequestException("A party without an id.");
        var command = new PartyCommand(message, new RequestKey(_run, message.Sender, message.Sequence));
        answer.Write((await _parties.CallAsync(message.Party.PartyId, command, cancellationToken).ConfigureAwait(false)).Span);
    }

    /// <summary>Lets what was begun end, and passivates the grains that live here.</summary>
    public ValueTask DisposeAsync() => _runtime?.DisposeAsync() ?? ValueTask.CompletedTask;

    private static IWorkload Checked(IWorkload inner)
    {
        ArgumentNullException.ThrowIfNull(inner);
        return inner.Stages == Stages.Full ? inner : throw new ArgumentException($"Effects are those of the whole work; the stages are {inner.Stages}.", nameof(inner));
    }
}
