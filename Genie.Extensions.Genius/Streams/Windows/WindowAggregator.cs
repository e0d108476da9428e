using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Extensions.Genius.Streams.Sources;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Grains;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>
/// Aggregates by key in windows of event time: each key is a grain whose state the event store keeps. An event takes effect once, however often it
/// is delivered, and is answered the same each time.
/// </summary>
public sealed class WindowAggregator : IBackfilledStreams
{
    private const long SlidesMax = 1000;
    private static readonly TimeSpan TimeMax = TimeSpan.FromDays(365_000);

    private readonly KeyedJournals _journals;

    /// <summary>Makes it known.</summary>
    /// <param name="grains">Hosts the grains, as a <see cref="GrainRuntime"/> does; has no windows of that name yet.</param>
    /// <param name="store">Keeps their states.</param>
    /// <param name="definition">What is aggregated.</param>
    /// <param name="clock">By which sources are idle, where the watermark is by source; null: the system's.</param>
    /// <exception cref="ArgumentException">A time of the definition is out of range.</exception>
    public WindowAggregator(IGrainRegistry grains, IEventStore store, WindowDefinition definition, TimeProvider? clock = null)
        : this(grains, store, definition, clock ?? TimeProvider.System, inference: null)
    {
    }

    /// <summary>Makes it known, with rules about its results.</summary>
    internal WindowAggregator(IGrainRegistry grains, IEventStore store, WindowDefinition definition, TimeProvider clock, FactInference? inference)
    {
        ArgumentNullException.ThrowIfNull(grains);
        ArgumentNullException.ThrowIfNull(definition);
        Check(definition);
        Definition = definition;
        var sources = definition.SourceOf is null ? null : new SourceClock(clock, definition.SourceIdleTimeout ?? definition.IdleTimeout);
        _journals = new KeyedJournals(grains, store, "window/" + definition.Id, StreamOf, () => new WindowState(definition, sources), definition.Grains, WindowDefinitionText.CheckOf(store, definition), inference);
    }

    /// <summary>What is aggregated.</summary>
    public WindowDefinition Definition { get; }

    /// <summary>The event store's stream of a key.</summary>
    public string StreamOf(string key) => $"genius/windows/{Definition.Id}/{key}";

    /// <summary>Sees whether the windows may be continued by this definition. Done by the first call of any other method too.</summary>
    /// <exception cref="WindowChangedException">They were begun by another.</exception>
    /// <exception cref="EventStoreException">The store cannot tell; try again.</exception>
    public ValueTask CheckAsync(CancellationToken cancellationToken) => _journals.CheckAsync(cancellationToken);

    /// <summary>Takes an event in.</summary>
    /// <param name="key">Whose windows.</param>
    /// <param name="input">What is aggregated of it.</param>
    /// <param name="request">The same again under the same key is the same event again.</param>
    /// <param name="cancellationToken">Abandons it; it may have taken effect.</param>
    /// <exception cref="ArgumentOutOfRangeException">The input's value is not finite; it had no effect.</exception>
    /// <exception cref="EventStoreException">The store refuses it; send the event again.</exception>
    /// <exception cref="WindowChangedException">The windows were begun by another definition.</exception>
    public ValueTask<WindowAnswer> AddAsync(string key, WindowInput input, RequestKey request, CancellationToken cancellationToken)
    {
        if (!double.IsFinite(input.Value)) throw new ArgumentOutOfRangeException(nameof(input), input.Value, "A value that is aggregated is a finite number: another one would spoil all that the window has.");
        return CallAsync(key, CommandOf(input), request, cancellationToken);
    }

    /// <summary>Whose windows an event belongs to; null: nobody's.</summary>
    internal string? KeyOf(GeniusEvent value, IReadOnlyCollection<string> rules) => Definition.Rule is { } rule && !rules.Contains(rule) ? null : Definition.KeyOf(value);

    /// <summary>Takes an event in, which has that key.</summary>
    internal ValueTask<WindowAnswer> AddAsync(string key, GeniusEvent value, CancellationToken cancellationToken) => AddAsync(key, CommandOf(value), value, cancellationToken);

    /// <summary>Moves a key's watermark to a time, for keys whose events have ceased: no event before it is expected any more.</summary>
    public ValueTask<WindowAnswer> AdvanceAsync(string key, DateTimeOffset watermark, CancellationToken cancellationToken) =>
        CallAsync(key, new WindowCommand { WatermarkTicks = watermark.UtcTicks }, null, cancellationToken);

    string IBackfilledStreams.Name => Definition.Name;

    int IBackfilledStreams.Version => Definition.Version;

    Backfill IBackfilledStreams.Backfill => Definition.Backfill;

    string? IBackfilledStreams.KeyOf(GeniusEvent value, IReadOnlyCollection<string> rules) => KeyOf(value, rules);

    async ValueTask IBackfilledStreams.BackfillAsync(string key, GeniusEvent value, IReadOnlyCollection<string> rules, DateTimeOffset recordedAt, CancellationToken cancellationToken)
    {
        // Earlier versions took in events whose value is no finite number: one would spoil the window.
        if (!double.IsFinite(value.Value)) return;
        var command = CommandOf(value);
        command.IsBackfill = true;
        if (Definition.SourceOf is not null) command.ClockTicks = recordedAt.UtcTicks;
        await AddAsync(key, command, value, cancellationToken).ConfigureAwait(false);
    }

    (TimerKind Kind, string Name) ITimedStreams.Timer => (TimerKind.Window, Definition.Id);

    TimeSpan ITimedStreams.IdleTimeout => Definition.IdleTimeout;

    async ValueTask<TimerAnswer> ITimedStreams.FireAsync(string key, TimerInstant timer, CancellationToken cancellationToken)
    {
        var answer = await _journals.FireAsync(key, timer, new WindowCommand { TimerTicks = timer.Until.UtcTicks, ClockTicks = Definition.SourceOf is null ? 0 : timer.Clock.UtcTicks }, cancellationToken).ConfigureAwait(false);
        return answer.ToTimer(WindowReply.Parser.ParseFrom(answer.Payload.Span).Outcomes.Count);
    }

    private WindowCommand CommandOf(GeniusEvent value) => CommandOf(new WindowInput(value.Time, value.Value, Definition.ItemOf(value), Definition.SourceOf?.Invoke(value)));

    private WindowCommand CommandOf(in WindowInput input)
    {
        var entry = new WindowEntry { TimeTicks = input.Time.UtcTicks, Value = input.Value };
        if (input.Item is not null) entry.Item = input.Item;
        if (Definition.SourceOf is not null) entry.Source = ItemHash.Of(input.Source ?? "");
        return new WindowCommand { Entry = entry };
    }

    private static void Check(WindowDefinition definition)
    {
        DefinitionName.Check(definition.Name);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.Version, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.OutOfOrder, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.AllowedLateness, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(definition.OutOfOrder, TimeMax);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(definition.AllowedLateness, TimeMax);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.ItemsMax, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.SourcesMax, 1);
        IdleTimeouts.Check(definition.IdleTimeout);
        if (definition.SourceIdleTimeout is { } timeout) IdleTimeouts.Check(timeout);
        var isRight = definition.Shape switch
        {
            TumblingWindow tumbling => tumbling.Size > TimeSpan.Zero && tumbling.Size <= TimeMax,
            SlidingWindow sliding => sliding.Slide > TimeSpan.Zero && sliding.Slide <= sliding.Size && sliding.Size <= TimeMax && sliding.Size.Ticks / sliding.Slide.Ticks <= SlidesMax,
            SessionWindow session => session.Gap > TimeSpan.Zero && session.Gap <= TimeMax,
            _ => false,
        };
        if (!isRight) throw new ArgumentException($"{definition.Shape} cuts no windows: times are positive and at most a thousand years, a slide is at most the size and at least a thousandth of it.", nameof(definition));
    }

    private ValueTask<WindowAnswer> AddAsync(string key, WindowCommand command, GeniusEvent value, CancellationToken cancellationToken) => CallAsync(key, command, EventKeys.In(value, key), cancellationToken);

    private async ValueTask<WindowAnswer> CallAsync(string key, WindowCommand command, RequestKey? request, CancellationToken cancellationToken)
    {
        var answer = await _journals.CallAsync(key, command, request, cancellationToken).ConfigureAwait(false);
        var reply = WindowReply.Parser.ParseFrom(answer.Payload.Span);
        return new WindowAnswer([.. reply.Outcomes.Select(WindowMessages.ToResult)], reply.IsLate, answer.IsRepeat);
    }
}
