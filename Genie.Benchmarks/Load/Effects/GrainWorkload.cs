using System.Buffers;
using Genie.Brokers.Ledger;
using Genie.EventStore;
using Genie.Geocoding;
using Genie.Workload;
using Genie.Workload.Grains;
using Genie.Workload.Places;

namespace Genie.Benchmarks.Load.Effects;

/// <summary>The worker's half of a workload with effects: the parties' grains, and the store that can be audited.</summary>
internal sealed class GrainWorkload : IWorkload, IAsyncDisposable
{
    private readonly EventSourcedWorkload _grains;
    private readonly IEventStore _events;
    private readonly IAsyncDisposable _store;
    private readonly long _positionAtStart;

    private GrainWorkload(IWorkload inner, IEventStore events, IAsyncDisposable store, IReverseGeocoder geocoder, long positionAtStart)
    {
        (_events, _store, _positionAtStart) = (events, store, positionAtStart);
        _grains = new EventSourcedWorkload(inner, events, geocoder, run: 0);
    }

    /// <inheritdoc/>
    public Stages Stages => _grains.Stages;

    /// <summary>Puts the grains before a store.</summary>
    /// <param name="inner">Writes requests and judges answers.</param>
    /// <param name="events">The store.</param>
    /// <param name="store">Closed with this.</param>
    /// <param name="geocoder">Finds places.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="EventStoreException">The store does not answer.</exception>
    public static async Task<GrainWorkload> StartAsync(IWorkload inner, IEventStore events, IAsyncDisposable store, IReverseGeocoder geocoder, CancellationToken cancellationToken) =>
        new(inner, events, store, geocoder, await events.GetPositionAsync(cancellationToken).ConfigureAwait(false));

    /// <inheritdoc/>
    public IWorkload ForRun(ulong run) => _grains.ForRun(run);

    /// <inheritdoc/>
    public void WriteRequest(uint sender, ulong sequence, IBufferWriter<byte> request) => _grains.WriteRequest(sender, sequence, request);

    /// <inheritdoc/>
    public ValueTask HandleAsync(ReadOnlySequence<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken) => _grains.HandleAsync(request, answer, cancellationToken);

    /// <inheritdoc/>
    public KnownPlace? PlaceOf(uint sender, ulong sequence) => _grains.PlaceOf(sender, sequence);

    /// <inheritdoc/>
    public bool IsRightAnswer(uint sender, ulong sequence, ReadOnlySpan<byte> answer) => _grains.IsRightAnswer(sender, sequence, answer);

    /// <summary>The effects of a run.</summary>
    /// <param name="run">The run.</param>
    /// <param name="fromTheBeginning">True if it may have begun before this was started.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public Task<DeliveryLedger> ReadEffectsAsync(ulong run, bool fromTheBeginning, CancellationToken cancellationToken) =>
        EffectAudit.ReadAsync(_events, run, fromTheBeginning ? 0 : _positionAtStart, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _grains.DisposeAsync().ConfigureAwait(false);
        await _store.DisposeAsync().ConfigureAwait(false);
    }
}
