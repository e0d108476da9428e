using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Geocoding;
using Microsoft.Extensions.Time.Testing;

namespace Genie.Extensions.Genius.Testing;

/// <summary>
/// Genius in a test: the processor that hosts have, on a store in a folder of its own that goes with it, and with a clock that stands still until the test moves it. What it does depends on nothing else: the
/// same events and the same moves of the clock give the same facts in the same order. One caller at a time.
/// </summary>
/// <remarks>As Kafka Streams' <c>TopologyTestDriver</c> does for its topologies.</remarks>
public sealed class GeniusTestDriver : IAsyncDisposable
{
    private const long SegmentBytes = 1 << 20;

    private readonly string _folder;
    private readonly IEventStore _store;
    private readonly GeniusOptions _options;
    private readonly Dictionary<string, ulong> _sequences = new(StringComparer.Ordinal);
    private GeniusProcessor _processor;
    private TimerIndex _timers;
    private long _readPosition;

    private GeniusTestDriver(string folder, IEventStore store, GeniusOptions options, IReverseGeocoder geocoder, FakeTimeProvider clock)
    {
        (_folder, _store, Clock, Rules) = (folder, store, clock, new RuleEngine(geocoder));
        _options = options with { Grains = options.Grains with { Clock = clock } };
        (_processor, _timers) = Begin();
    }

    /// <summary>The clock; <see cref="AdvanceAsync"/> moves it and lets timers fire.</summary>
    public FakeTimeProvider Clock { get; }

    /// <summary>The rules, to put in and take out.</summary>
    public RuleEngine Rules { get; }

    /// <summary>Starts one without events or rules.</summary>
    /// <param name="options">What is processed; its channel and its grains' clock do not matter.</param>
    /// <param name="start">What the clock shows. Default: 2026-01-01, midnight UTC.</param>
    /// <param name="geocoder">Finds the areas that rules name. Default: nothing lies anywhere, see <see cref="NoAreas"/>.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="EventStoreException">The store cannot be made, for instance on a full disk.</exception>
    public static async Task<GeniusTestDriver> StartAsync(GeniusOptions options, DateTimeOffset? start = null, IReverseGeocoder? geocoder = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(options);
        var clock = new FakeTimeProvider(start ?? new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero));
        var folder = Directory.CreateTempSubdirectory("genius-test-").FullName;
        var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, SegmentBytes = SegmentBytes, Clock = clock }, cancellationToken).ConfigureAwait(false);
        return new GeniusTestDriver(folder, store, options, geocoder ?? NoAreas.Instance, clock);
    }

    /// <summary>Puts a rule in, as text.</summary>
    /// <exception cref="RuleTextException">It cannot be read.</exception>
    /// <exception cref="InvalidRuleException">It is no rule.</exception>
    public void PutRule(string id, string text) => Rules.Put(new Rule(id, RuleText.Parse(text)));

    /// <summary>Processes an event as it is.</summary>
    /// <exception cref="FutureEventException">Its time is further ahead of the clock than <see cref="GeniusOptions.FutureMax"/>.</exception>
    public async Task<GeniusAnswer> SendAsync(GeniusEvent value, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(value);
        return await _processor.ProcessAsync(value, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Processes a new event of a key, at the clock's time.</summary>
    /// <param name="key">Whose event it is.</param>
    /// <param name="kind">What happened.</param>
    /// <param name="place">Where.</param>
    /// <param name="value">A figure to aggregate.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public Task<GeniusAnswer> SendAsync(string key, string kind, GeoPoint place, double value = 0, CancellationToken cancellationToken = default)
    {
        var sequence = _sequences[key] = _sequences.GetValueOrDefault(key) + 1;
        return SendAsync(new GeniusEvent { Key = key, RequestKey = new RequestKey(1, 1, sequence), Kind = kind, Time = Clock.GetUtcNow(), Place = place, Value = value }, cancellationToken);
    }

    /// <summary>Moves the clock; timers that are due by then fire, each at its time and in their order.</summary>
    /// <param name="by">How far, more than nothing.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public async Task AdvanceAsync(TimeSpan by, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(by, TimeSpan.Zero);
        var end = Clock.GetUtcNow() + by;
        await FollowAsync(cancellationToken).ConfigureAwait(false);
        while (_timers.NextTicks <= end.UtcTicks)
        {
            if (_timers.NextTicks > Clock.GetUtcNow().UtcTicks) Clock.SetUtcNow(new DateTimeOffset(_timers.NextTicks, TimeSpan.Zero));
            await FireDueAsync(cancellationToken).ConfigureAwait(false);
            await FollowAsync(cancellationToken).ConfigureAwait(false);
        }

        Clock.SetUtcNow(end);
    }

    /// <summary>The facts that were derived since they were last read, in their order.</summary>
    public async Task<IReadOnlyList<Output>> ReadOutputsAsync(CancellationToken cancellationToken = default)
    {
        var outputs = new List<Output>();
        await foreach (var each in new OutputReader(_store).ReadAsync(_readPosition, cancellationToken).ConfigureAwait(false)) outputs.Add(each);
        if (outputs.Count > 0) _readPosition = outputs[^1].Position;
        return outputs;
    }

    /// <summary>Ends the processor and begins another on the same store, as a host that is started again: what was in memory is read from the store. Rules stay.</summary>
    public async Task RestartAsync()
    {
        await _processor.DisposeAsync().ConfigureAwait(false);
        (_processor, _timers) = Begin();
    }

    /// <summary>Ends it and removes its folder.</summary>
    public async ValueTask DisposeAsync()
    {
        await _processor.DisposeAsync().ConfigureAwait(false);
        await _store.DisposeAsync().ConfigureAwait(false);
        Directory.Delete(_folder, recursive: true);
    }

    private (GeniusProcessor Processor, TimerIndex Timers) Begin()
    {
        var processor = new GeniusProcessor(_store, Rules, _options, []);
        return (processor, new TimerIndex(processor.IdleTimeoutOf, Clock));
    }

    private async Task FireDueAsync(CancellationToken cancellationToken)
    {
        var now = Clock.GetUtcNow();
        foreach (var entry in _timers.TakeDue(now.UtcTicks, int.MaxValue))
        {
            var answer = await _processor.FireAsync(entry.Timer, entry.InstantAt(now), cancellationToken).ConfigureAwait(false);
            _timers.Done(entry, answer.NextDueTicks, answer.Version, answer.NextClockTicks);
        }
    }

    private async Task FollowAsync(CancellationToken cancellationToken)
    {
        await foreach (var each in _store.ReadAllAsync(_timers.Position, cancellationToken).ConfigureAwait(false)) _timers.Apply(each);
    }
}
