using System.Diagnostics;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Grains;
using Genie.Observing;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>
/// Keeps events, matches rules and feeds streams. An event takes effect once: sent again, it changes nothing and is answered as the first time.
/// Safe for concurrent callers; events of one key are processed one after the other.
/// </summary>
public sealed class GeniusProcessor : IAsyncDisposable
{
    private readonly GrainRuntime? _runtime;
    private readonly IGrainKind<GeniusEvent, GeniusAnswer> _grains;
    private readonly ProcessedStreams _streams;
    private readonly BackfillRun _backfill;
    private readonly ObserverGroup _observers;
    private readonly GeniusMetrics _metrics;
    private volatile EventStoreFullException? _full;

    /// <summary>Creates it.</summary>
    /// <param name="store">Keeps events and states; the caller's to close, after this.</param>
    /// <param name="engine">Matches rules.</param>
    /// <param name="options">What is processed.</param>
    /// <param name="observers">Get every event.</param>
    /// <param name="grains">Hosts the grains of keys; null: this process alone does.</param>
    /// <param name="logger">Is told of observers that fail; null: nobody is.</param>
    public GeniusProcessor(
        IEventStore store, RuleEngine engine, GeniusOptions options, IEnumerable<IGeniusObserver> observers, IGrainRegistry? grains = null, ILogger<GeniusProcessor>? logger = null)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(engine);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.TimersMax, 1, nameof(options));
        ArgumentOutOfRangeException.ThrowIfLessThan(options.FutureMax, TimeSpan.Zero, nameof(options));
        grains ??= _runtime = new GrainRuntime(options.Grains);
        _metrics = new GeniusMetrics(() => engine.Rules.Count + engine.FactRules.Count);
        _observers = new ObserverGroup(observers, _metrics, logger is null ? null : new GuardedLogger(logger));
        var inference = new FactInference(engine, _observers);
        Windows = [.. options.Windows.Select(definition => new WindowAggregator(grains, store, definition, options.Grains.Clock, inference))];
        Geofences = [.. options.Geofences.Select(definition => new GeofenceTracker(grains, store, definition, engine, inference))];
        Patterns = [.. options.Patterns.Select(definition => new PatternMatcher(grains, store, definition, inference))];
        _streams = new ProcessedStreams(store, Windows, Geofences, Patterns, new RulePatterns(grains, store, engine, inference));
        engine.Definitions = DefinitionsOf(options);
        _backfill = new BackfillRun(store, engine, _streams.Backfills);
        var log = new EventLog(store, engine, _streams, options);
        _grains = grains.Register<GeniusEvent, GeniusAnswer>("processor", _ => new ProcessorGrain(log, _streams));
    }

    /// <summary>The aggregations, for instance to move the watermark of keys that have gone quiet.</summary>
    public IReadOnlyList<WindowAggregator> Windows { get; }

    /// <summary>The geofences.</summary>
    public IReadOnlyList<GeofenceTracker> Geofences { get; }

    /// <summary>The patterns, without those that rules define themselves.</summary>
    public IReadOnlyList<PatternMatcher> Patterns { get; }

    /// <summary>How far the definitions are that take in what was processed before them; see <see cref="Backfill"/>.</summary>
    public IReadOnlyList<BackfillStatus> Backfills => [.. _streams.Backfills.Select(each => each.Status)];

    /// <summary>Takes in what was processed before definitions that want it, until all of them are live. The host that <c>AddGenius</c> builds does it by itself; rules must be in the engine.</summary>
    /// <exception cref="EventStoreException">The store cannot be read or written; call again.</exception>
    public Task BackfillAsync(CancellationToken cancellationToken) => _backfill.RunAsync(cancellationToken);

    /// <summary>Processes an event; what it did is on disk when the task completes.</summary>
    /// <exception cref="MalformedEventException">Its key, kind, value or place, or a key that a definition makes of it, may not be, as the message says; it had no effect.</exception>
    /// <exception cref="FutureEventException">Its time is further ahead than <see cref="GeniusOptions.FutureMax"/>; it had no effect.</exception>
    /// <exception cref="RequestKeyReusedException">Another event of its key came under its request key; it had no effect. Give it a request key of its own.</exception>
    /// <exception cref="EventStoreException">The store refuses it; send the event again.</exception>
    /// <exception cref="Geocoding.GeocoderUnavailableException">The geocoder cannot be reached; send the event again.</exception>
    public async ValueTask<GeniusAnswer> ProcessAsync(GeniusEvent value, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(value);
        using var activity = GeniusMetrics.Activities.StartActivity("genius process", ActivityKind.Consumer).SetTag("genius.key", value.Key).SetTag("genius.kind", value.Kind);
        var began = _metrics.Begin();
        try
        {
            EventCheck.Require(value);
            var answer = await _grains.CallAsync(value.Key, value, cancellationToken).ConfigureAwait(false);
            if (!answer.IsRepeat) _full = null;
            await _observers.ProcessedAsync(value, answer, cancellationToken).ConfigureAwait(false);
            activity.SetTag("genius.rules", answer.Rules.Count);
            _metrics.Processed(began, answer);
            return answer;
        }
        catch (Exception error)
        {
            if (error is EventStoreFullException full) _full = full;
            activity.Value?.SetStatus(ActivityStatusCode.Error, error.Message);
            _metrics.Failed(began, error is MalformedEventException or FutureEventException or RequestKeyReusedException);
            throw;
        }
    }

    private static HashSet<(FactSource Source, string Name)> DefinitionsOf(GeniusOptions options) =>
    [
        .. options.Windows.Select(static each => (FactSource.Window, each.Name)),
        .. options.Geofences.Select(static each => (FactSource.Geofence, each.Name)),
        .. options.Patterns.Select(static each => (FactSource.Pattern, each.Name)),
    ];

    /// <summary>What the store said of the last event, if there was no room for it; null: it was taken, or <see cref="FoundRoom"/>.</summary>
    internal EventStoreFullException? Full => _full;

    /// <summary>Somebody wrote to the store meanwhile.</summary>
    internal void FoundRoom() => _full = null;

    /// <summary>A definition's idle timeout; null: there is no such definition.</summary>
    internal TimeSpan? IdleTimeoutOf(TimerKind kind, string name) => _streams.Find(kind, name)?.IdleTimeout;

    /// <summary>What becomes of a timer that is due.</summary>
    internal TimerFate FateOf(TimerSet timer) => _streams.FateOf(timer.Kind, timer.Name);

    /// <summary>A key's timer fires: what is due by an instant of event time takes place, unless an input came meanwhile; or what is due by the clock.</summary>
    internal async ValueTask<TimerAnswer> FireAsync(TimerSet timer, TimerInstant instant, CancellationToken cancellationToken)
    {
        var answer = await _streams.Find(timer.Kind, timer.Name)!.FireAsync(timer.Key, instant, cancellationToken).ConfigureAwait(false);
        if (answer.Results > 0) _metrics.Fired(timer.Kind, answer.Results);
        return answer;
    }

    /// <summary>Notes a message that was no event.</summary>
    internal void Refused() => _metrics.Refused();

    /// <summary>Lets what was begun end.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_runtime is not null) await _runtime.DisposeAsync().ConfigureAwait(false);
        _metrics.Dispose();
    }
}
