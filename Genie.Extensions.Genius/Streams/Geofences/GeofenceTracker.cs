using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Geofences.Shapes;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Grains;

namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>
/// Finds who enters a fence, dwells there and leaves it: each bearer of positions is a grain whose state the event store keeps. A position takes
/// effect once, however often it is delivered, and is answered the same each time.
/// </summary>
public sealed class GeofenceTracker : IBackfilledStreams
{
    private readonly KeyedJournals _journals;
    private readonly FenceMap? _map;

    /// <summary>Makes it known.</summary>
    /// <param name="grains">Hosts the grains, as a <see cref="GrainRuntime"/> does; has no geofences of that name yet.</param>
    /// <param name="store">Keeps their states.</param>
    /// <param name="definition">What the fences are.</param>
    /// <param name="engine">Has the rules that are fences, with their regions, for hysteresis, crossings and the accuracy of positions, and so that nobody dwells in a fence that is gone; null: a position lies where its rules say.</param>
    /// <exception cref="ArgumentException">A figure of the definition is out of range, or needs an engine.</exception>
    public GeofenceTracker(IGrainRegistry grains, IEventStore store, GeofenceDefinition definition, RuleEngine? engine = null)
        : this(grains, store, definition, engine, inference: null)
    {
    }

    /// <summary>Makes it known, with rules about who enters and leaves.</summary>
    internal GeofenceTracker(IGrainRegistry grains, IEventStore store, GeofenceDefinition definition, RuleEngine? engine, FactInference? inference)
    {
        ArgumentNullException.ThrowIfNull(grains);
        ArgumentNullException.ThrowIfNull(definition);
        DefinitionName.Check(definition.Name);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.Version, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.OutOfOrder, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(definition.DwellAfter, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.WaitingMax, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.CrossingWithin, TimeSpan.Zero);
        if (!GeniusEvent.IsAccuracy(definition.HysteresisMetres)) throw new ArgumentOutOfRangeException(nameof(definition), definition.HysteresisMetres, "A hysteresis is a distance in metres, at least 0.");
        IdleTimeouts.Check(definition.IdleTimeout);
        if (engine is null && (definition.HysteresisMetres > 0 || definition.CrossingWithin > TimeSpan.Zero)) throw new ArgumentException("Hysteresis and crossings need the rules' regions: hand the engine over.", nameof(engine));
        Definition = definition;
        _map = engine is null ? null : new FenceMap(engine, definition.IsFence);
        var crossings = definition.CrossingWithin > TimeSpan.Zero ? new FenceCrossingFinder(_map!, definition.CrossingWithin) : null;
        var check = new DefinitionCheck(
            store, $"genius/geofence-definitions/{definition.Id}", "GeofenceDefined", definition.Text, begun => new GeofenceChangedException(definition.Name, begun, definition.Text, definition.Version));
        _journals = new KeyedJournals(grains, store, "geofence/" + definition.Id, StreamOf, () => new FenceState(definition, crossings, engine is null ? null : fence => engine.Find(fence) is not null), definition.Grains, check, inference);
    }

    /// <summary>What the fences are.</summary>
    public GeofenceDefinition Definition { get; }

    /// <summary>The event store's stream of a bearer.</summary>
    public string StreamOf(string key) => $"genius/geofences/{Definition.Id}/{key}";

    /// <summary>Sees whether the streams may be continued by this definition. Done by the first call of any other method too.</summary>
    /// <exception cref="GeofenceChangedException">They were begun by another.</exception>
    /// <exception cref="EventStoreException">The store cannot tell; try again.</exception>
    public ValueTask CheckAsync(CancellationToken cancellationToken) => _journals.CheckAsync(cancellationToken);

    /// <summary>Takes a position in.</summary>
    /// <param name="key">Whose position.</param>
    /// <param name="sample">When and where it was measured.</param>
    /// <param name="rules">The rules that it matched; those that are fences count.</param>
    /// <param name="request">The same again under the same key is the same position again.</param>
    /// <param name="cancellationToken">Abandons it; it may have taken effect.</param>
    /// <exception cref="EventStoreException">The store refuses it; send the position again.</exception>
    /// <exception cref="GeofenceChangedException">The streams were begun by another definition.</exception>
    public ValueTask<FenceAnswer> MoveAsync(string key, FenceSample sample, IEnumerable<string> rules, RequestKey request, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(rules);
        return CallAsync(key, new FenceCommand { Position = PositionOf(sample, rules) }, request, cancellationToken);
    }

    /// <summary>Takes an event's position in.</summary>
    internal ValueTask<FenceAnswer> MoveAsync(GeniusEvent value, IEnumerable<string> rules, bool isBackfill, CancellationToken cancellationToken)
    {
        var sample = new FenceSample(value.Time, value.Place, value.AccuracyMetres);
        return CallAsync(value.Key, new FenceCommand { Position = PositionOf(sample, rules), IsBackfill = isBackfill }, value.RequestKey, cancellationToken);
    }

    private FencePosition PositionOf(in FenceSample sample, IEnumerable<string> rules)
    {
        var position = new FencePosition { TimeTicks = sample.Time.UtcTicks };
        var isSomewhere = Position.Of(sample.Place).IsValid;
        if (isSomewhere && Definition.CrossingWithin > TimeSpan.Zero) position.Place = new FencePlace { Latitude = sample.Place.Latitude, Longitude = sample.Place.Longitude };
        var margin = sample.AccuracyMetres + Definition.HysteresisMetres;
        var near = isSomewhere && margin > 0 ? _map?.Near(sample.Place, margin) : null;
        foreach (var fence in rules.Where(Definition.IsFence))
        {
            var isCertain = near is null || !near.Remove(fence, out var metres) || metres <= -sample.AccuracyMetres;
            (isCertain ? position.Fences : position.Uncertain).Add(fence);
        }

        position.Uncertain.AddRange((near?.Keys ?? Enumerable.Empty<string>()).Order(StringComparer.Ordinal));
        return position;
    }

    /// <summary>Moves a bearer's watermark to a time, for those whose positions have ceased: no position before it is expected any more.</summary>
    public ValueTask<FenceAnswer> AdvanceAsync(string key, DateTimeOffset watermark, CancellationToken cancellationToken) =>
        CallAsync(key, new FenceCommand { WatermarkTicks = watermark.UtcTicks }, null, cancellationToken);

    string IBackfilledStreams.Name => Definition.Name;

    int IBackfilledStreams.Version => Definition.Version;

    Backfill IBackfilledStreams.Backfill => Definition.Backfill;

    string? IBackfilledStreams.KeyOf(GeniusEvent value, IReadOnlyCollection<string> rules) => value.Key;

    async ValueTask IBackfilledStreams.BackfillAsync(string key, GeniusEvent value, IReadOnlyCollection<string> rules, DateTimeOffset recordedAt, CancellationToken cancellationToken) =>
        await MoveAsync(value, rules, isBackfill: true, cancellationToken).ConfigureAwait(false);

    (TimerKind Kind, string Name) ITimedStreams.Timer => (TimerKind.Geofence, Definition.Id);

    TimeSpan ITimedStreams.IdleTimeout => Definition.IdleTimeout;

    async ValueTask<TimerAnswer> ITimedStreams.FireAsync(string key, TimerInstant timer, CancellationToken cancellationToken)
    {
        var answer = await _journals.FireAsync(key, timer, new FenceCommand { TimerTicks = timer.Until.UtcTicks }, cancellationToken).ConfigureAwait(false);
        return answer.ToTimer(FenceReply.Parser.ParseFrom(answer.Payload.Span).Outcomes.Count);
    }

    private async ValueTask<FenceAnswer> CallAsync(string key, FenceCommand command, RequestKey? request, CancellationToken cancellationToken)
    {
        var answer = await _journals.CallAsync(key, command, request, cancellationToken).ConfigureAwait(false);
        var reply = FenceReply.Parser.ParseFrom(answer.Payload.Span);
        return new FenceAnswer([.. reply.Outcomes.Select(FenceMessages.ToTransition)], reply.IsLate, answer.IsRepeat);
    }
}
