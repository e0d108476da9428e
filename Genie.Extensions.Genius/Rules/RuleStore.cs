using System.Text;
using Genie.EventStore;

namespace Genie.Extensions.Genius.Rules;

/// <summary>
/// Keeps rules as events of one stream: who put which rule in or took it out, and when, stays on record, and the rules are what the events amount to.
/// Safe for concurrent callers.
/// </summary>
/// <param name="store">Keeps the events.</param>
/// <param name="engine">Gets every change, in the stream's order.</param>
/// <param name="stream">The stream.</param>
public sealed class RuleStore(IEventStore store, RuleEngine engine, string stream = RuleStore.DefaultStream) : IDisposable
{
    /// <summary>The stream where none is named.</summary>
    public const string DefaultStream = "genius/rules";

    /// <summary>A rule came in. Payload: protobuf, genie.genius.v1.RuleDefinition.</summary>
    public const string RuleAdded = "RuleAdded";

    /// <summary>A rule went. Payload: its name in UTF-8.</summary>
    public const string RuleRemoved = "RuleRemoved";

    private const int ChangesAtOnce = 65_536;

    private readonly SemaphoreSlim _reading = new(1);

    /// <summary>The last event that the engine knows.</summary>
    public long Version { get; private set; }

    /// <summary>Brings the engine to where the stream is: all rules after a start, those that others changed later on.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    /// <exception cref="InvalidRuleException">A rule is none here, such as one in a time zone that this machine does not know.</exception>
    /// <exception cref="MalformedRuleException">An event of the stream is none of this class's.</exception>
    public async Task LoadAsync(CancellationToken cancellationToken)
    {
        await _reading.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var changes = new List<RuleChange>();
            var version = Version;
            await foreach (var each in store.ReadStreamAsync(stream, version + 1, cancellationToken).ConfigureAwait(false))
            {
                changes.Add(Read(each));
                version = each.Version;
                if (changes.Count == ChangesAtOnce) Apply(changes, version);
            }

            Apply(changes, version);
        }
        finally
        {
            _reading.Release();
        }
    }

    /// <summary>Makes changes, on record when the task completes and known to the engine then.</summary>
    /// <param name="changes">At least one; all are made or none. A few thousand at once, since the store bounds an append's bytes.</param>
    /// <param name="key">Names the request, so that its repetition changes nothing; null: every call counts.</param>
    /// <param name="cancellationToken">Abandons it; what was appended stays.</param>
    /// <exception cref="InvalidRuleException">A rule's region or schedule is none; nothing was changed.</exception>
    /// <exception cref="EventStoreException">The store refuses it; nothing was changed.</exception>
    public async Task ChangeAsync(IReadOnlyCollection<RuleChange> changes, RequestKey? key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(changes);

        // What is on record must be readable for ever, so it is tried first.
        new RuleEngine(engine.Geocoder).Apply(changes);
        var events = changes.Select(Write).ToArray();
        await store.AppendAsync(new AppendRequest(stream, events) { Key = key }, cancellationToken).ConfigureAwait(false);
        await LoadAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Follows changes that others make to the stream, in this process or another one, until the token fires.</summary>
    /// <param name="interval">How often the stream's version is asked for: one question, where a subscription would read all streams' events.</param>
    /// <param name="clock">Whose time.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    /// <exception cref="InvalidRuleException">A rule that others put in is none here, such as one in a time zone that this machine does not know.</exception>
    public async Task FollowAsync(TimeSpan interval, TimeProvider clock, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (await store.GetVersionAsync(stream, cancellationToken).ConfigureAwait(false) > Version) await LoadAsync(cancellationToken).ConfigureAwait(false);
            await Task.Delay(interval, clock, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _reading.Dispose();

    private static NewEvent Write(RuleChange change) => change.Rule is { } rule
        ? new NewEvent(RuleAdded, RuleCodec.Encode(rule))
        : new NewEvent(RuleRemoved, Encoding.UTF8.GetBytes(change.Id));

    private static RuleChange Read(RecordedEvent each) => each.Type switch
    {
        RuleAdded => RuleChange.Put(RuleCodec.Decode(each.Payload.Span)),
        RuleRemoved => RuleChange.Remove(Encoding.UTF8.GetString(each.Payload.Span)),
        _ => throw new MalformedRuleException($"Event {each.Version} of '{each.Stream}' is a {each.Type}, which no rule set knows; another stream keeps what is no rule."),
    };

    private void Apply(List<RuleChange> changes, long version)
    {
        if (changes.Count > 0) engine.Apply(changes);
        changes.Clear();
        Version = version;
    }
}
