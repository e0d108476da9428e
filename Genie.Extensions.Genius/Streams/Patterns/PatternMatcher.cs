using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Grains;

namespace Genie.Extensions.Genius.Streams.Patterns;

/// <summary>
/// Finds sequences of events, and events that fail to come: each key is a grain whose state the event store keeps. An event takes effect once, however often
/// it is delivered, and is answered the same each time.
/// </summary>
public sealed class PatternMatcher : IBackfilledStreams
{
    /// <summary>The longest that a sequence takes.</summary>
    internal static readonly TimeSpan TimeMax = TimeSpan.FromDays(365_000);

    private readonly KeyedJournals _journals;

    /// <summary>Makes it known.</summary>
    /// <param name="grains">Hosts the grains, as a <see cref="GrainRuntime"/> does; has no pattern of that name yet.</param>
    /// <param name="store">Keeps their states.</param>
    /// <param name="definition">What is looked for.</param>
    /// <exception cref="ArgumentException">The definition has too few or too many steps, or a time that is out of range.</exception>
    public PatternMatcher(IGrainRegistry grains, IEventStore store, PatternDefinition definition)
        : this(grains, store, definition, inference: null)
    {
    }

    /// <summary>Makes it known, with rules about what it finds.</summary>
    internal PatternMatcher(IGrainRegistry grains, IEventStore store, PatternDefinition definition, FactInference? inference)
    {
        ArgumentNullException.ThrowIfNull(grains);
        ArgumentNullException.ThrowIfNull(definition);
        Check(definition);
        Definition = definition;
        var check = new DefinitionCheck(
            store, $"genius/pattern-definitions/{definition.Id}", "PatternDefined", definition.Text, begun => new PatternChangedException(definition.Name, begun, definition.Text, definition.Version));
        _journals = new KeyedJournals(grains, store, "pattern/" + definition.Id, StreamOf, () => new PatternState(definition), definition.Grains, check, inference);
    }

    /// <summary>One that rules define themselves. Its definition is its name, and cannot have changed.</summary>
    internal PatternMatcher(PatternDefinition definition, KeyedJournals journals) => (Definition, _journals) = (definition, journals);

    /// <summary>What is looked for.</summary>
    public PatternDefinition Definition { get; }

    /// <summary>The event store's stream of a key.</summary>
    public string StreamOf(string key) => $"genius/patterns/{Definition.Id}/{key}";

    /// <summary>Sees whether what is open may be continued by this definition. Done by the first call of any other method too.</summary>
    /// <exception cref="PatternChangedException">It was begun by another.</exception>
    /// <exception cref="EventStoreException">The store cannot tell; try again.</exception>
    public ValueTask CheckAsync(CancellationToken cancellationToken) => _journals.CheckAsync(cancellationToken);

    /// <summary>Takes an event in.</summary>
    /// <param name="key">Whose sequence.</param>
    /// <param name="time">When it happened.</param>
    /// <param name="rules">The rules that it matched; those that are steps count.</param>
    /// <param name="request">The same again under the same key is the same event again.</param>
    /// <param name="cancellationToken">Abandons it; it may have taken effect.</param>
    /// <exception cref="EventStoreException">The store refuses it; send the event again.</exception>
    /// <exception cref="PatternChangedException">The sequences were begun by another definition.</exception>
    public ValueTask<PatternAnswer> AddAsync(string key, DateTimeOffset time, IReadOnlyCollection<string> rules, RequestKey request, CancellationToken cancellationToken) =>
        CallAsync(key, new PatternCommand { Event = new PatternEvent { TimeTicks = time.UtcTicks, Steps = Definition.StepsOf(rules) } }, request, cancellationToken);

    /// <summary>Whose sequence an event belongs to; null: it is no step.</summary>
    internal string? KeyOf(GeniusEvent value, IReadOnlyCollection<string> rules) => Definition.StepsOf(rules) == 0 ? null : Definition.KeyOf(value);

    /// <summary>Takes an event in, which has that key.</summary>
    internal ValueTask<PatternAnswer> AddAsync(string key, GeniusEvent value, IReadOnlyCollection<string> rules, bool isBackfill, CancellationToken cancellationToken)
    {
        var step = new PatternEvent { TimeTicks = value.Time.UtcTicks, Steps = Definition.StepsOf(rules) };
        return CallAsync(key, new PatternCommand { Event = step, IsBackfill = isBackfill }, EventKeys.In(value, key), cancellationToken);
    }

    /// <summary>Moves a key's watermark to a time, for keys whose events have ceased: no event before it is expected any more.</summary>
    public ValueTask<PatternAnswer> AdvanceAsync(string key, DateTimeOffset watermark, CancellationToken cancellationToken) =>
        CallAsync(key, new PatternCommand { WatermarkTicks = watermark.UtcTicks }, null, cancellationToken);

    string IBackfilledStreams.Name => Definition.Name;

    int IBackfilledStreams.Version => Definition.Version;

    Backfill IBackfilledStreams.Backfill => Definition.Backfill;

    string? IBackfilledStreams.KeyOf(GeniusEvent value, IReadOnlyCollection<string> rules) => KeyOf(value, rules);

    async ValueTask IBackfilledStreams.BackfillAsync(string key, GeniusEvent value, IReadOnlyCollection<string> rules, DateTimeOffset recordedAt, CancellationToken cancellationToken) =>
        await AddAsync(key, value, rules, isBackfill: true, cancellationToken).ConfigureAwait(false);

    (TimerKind Kind, string Name) ITimedStreams.Timer => (TimerKind.Pattern, Definition.Id);

    TimeSpan ITimedStreams.IdleTimeout => Definition.IdleTimeout;

    async ValueTask<TimerAnswer> ITimedStreams.FireAsync(string key, TimerInstant timer, CancellationToken cancellationToken)
    {
        var answer = await _journals.FireAsync(key, timer, new PatternCommand { TimerTicks = timer.Until.UtcTicks }, cancellationToken).ConfigureAwait(false);
        return answer.ToTimer(PatternReply.Parser.ParseFrom(answer.Payload.Span).Outcomes.Count);
    }

    private static void Check(PatternDefinition definition)
    {
        DefinitionName.Check(definition.Name);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.Version, 1);
        if (definition.Steps.Count is < 2 or > PatternDefinition.StepsMax || definition.Steps.Any(string.IsNullOrEmpty))
            throw new ArgumentException($"Pattern '{definition.Name}' has {definition.Steps.Count} steps; 2 to {PatternDefinition.StepsMax} names of rules are wanted.", nameof(definition));
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(definition.Within, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(definition.Within, TimeMax);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.OutOfOrder, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(definition.OutOfOrder, TimeMax);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.WaitingMax, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(definition.OpenMax, 1);
        IdleTimeouts.Check(definition.IdleTimeout);
    }

    private async ValueTask<PatternAnswer> CallAsync(string key, PatternCommand command, RequestKey? request, CancellationToken cancellationToken)
    {
        var answer = await _journals.CallAsync(key, command, request, cancellationToken).ConfigureAwait(false);
        return PatternMessages.ToAnswer(PatternReply.Parser.ParseFrom(answer.Payload.Span), answer.IsRepeat);
    }
}
