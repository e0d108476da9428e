using System.Buffers;
using Genie.Brokers.Ledger;
using Genie.EventStore;
using Genie.Workload;
using Genie.Workload.Grains;
using Genie.Workload.Places;

namespace Genie.Benchmarks.Load.Effects;

/// <summary>The worker's half of a workload with effects: the parties' grains, wherever they live, and the store that can be audited.</summary>
internal sealed class GrainWorkload : IWorkload, IAsyncDisposable
{
    private readonly IWorkload _grains;
    private readonly IEventStore _events;
    private readonly IAsyncDisposable _store;
    private readonly long _positionAtStart;

    private GrainWorkload(IWorkload grains, IEventStore events, IAsyncDisposable store, long positionAtStart) =>
        (_grains, _events, _store, _positionAtStart) = (grains, events, store, positionAtStart);

    /// <inheritdoc/>
    public Stages Stages => _grains.Stages;

    /// <summary>Puts the grains before a store.</summary>
    /// <param name="grains">Handles requests by the parties' grains; disposed of with this.</param>
    /// <param name="events">The store that has their effects.</param>
    /// <param name="store">Closed with this, after the grains.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="EventStoreException">The store does not answer.</exception>
    public static async Task<GrainWorkload> StartAsync(IWorkload grains, IEventStore events, IAsyncDisposable store, CancellationToken cancellationToken) =>
        new(grains, events, store, await events.GetPositionAsync(cancellationToken).ConfigureAwait(false));

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
        if (_grains is IAsyncDisposable grains) await grains.DisposeAsync().ConfigureAwait(false);
        await _store.DisposeAsync().ConfigureAwait(false);
    }
}
