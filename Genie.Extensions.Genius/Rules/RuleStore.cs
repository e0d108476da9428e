using System.Collections.Immutable;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Resources;

namespace Genie.Extensions.Genius.Rules;

/// <summary>
/// Keeps rules as events of one stream: who put which rule in or took it out, and when, stays on record, and the rules are what the events amount to.
/// A rule that this host cannot run, such as one in a time zone that it does not know, is set aside with the reason, and stops nobody.
/// Safe for concurrent callers.
/// </summary>
/// <param name="store">Keeps the events.</param>
/// <param name="engine">Gets the active rules, and every change of them, in the stream's order.</param>
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
    private readonly RuleEvents _rules = new();
    private readonly HashSet<string> _changed = new(StringComparer.Ordinal);
    private volatile KnownWarnings? _warnings;
    private int _resourceVersion = engine.Resources.Version;
    private int _modelVersion = engine.Resources.ModelVersion;

    /// <summary>The last event that the engine knows.</summary>
    public long Version { get; private set; }

    /// <summary>The rules in <see cref="RuleMode.Shadow"/>.</summary>
    public RuleEngine Shadows { get; } = engine.Empty();

    /// <summary>What rules may ask for beside events.</summary>
    public RuleResources Resources => engine.Resources;

    /// <summary>All rules as of <see cref="Version"/>, in the order of their names.</summary>
    public IReadOnlyList<StoredRule> List() => _rules.List();

    /// <summary>Rules that this host cannot run, with the reason, in the order of their names. They match nothing.</summary>
    public IReadOnlyList<StoredRule> Quarantined => _rules.Quarantined();

    /// <summary>Rules that would follow from too many others, see <see cref="RuleEngine.TooDeep"/>.</summary>
    public IReadOnlyCollection<string> TooDeep => engine.TooDeep;

    /// <summary>
    /// What active rules and those in shadow mode name that this host does not have, in words, by their names: windows, geofences, patterns, other rules, areas of the geocoder's maps (where it can say: <see cref="Geocoding.IReverseGeocoder.AreaCodes"/>). They run, and match nothing by that. Empty where no
    /// <see cref="Hosting.GeniusProcessor"/> has said what there is.
    /// </summary>
    public IReadOnlyDictionary<string, string> Warnings
    {
        get
        {
            if (engine.Definitions is not { } definitions) return ImmutableDictionary<string, string>.Empty;
            var version = Version;
            var areaCodes = engine.AreaCodes;
            if (_warnings is { } known && known.Version == version && ReferenceEquals(known.Definitions, definitions) && ReferenceEquals(known.AreaCodes, areaCodes)) return known.Warnings;
            var references = new RuleReferences(IsRule, definitions, areaCodes);
            var warnings = List().Select(rule => (rule.Id, Missing: references.MissingIn(rule))).Where(static each => each.Missing is not null).ToDictionary(static each => each.Id, static each => each.Missing!, StringComparer.Ordinal);
            _warnings = new KnownWarnings(version, definitions, areaCodes, warnings);
            return warnings;
        }
    }

    /// <summary>A rule as of <see cref="Version"/>, or null.</summary>
    public StoredRule? Find(string id) => _rules.Find(id);

    /// <summary>Brings the engine to where the stream is: all rules after a start, those that others changed later on.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    /// <exception cref="MalformedRuleException">An event of the stream is none of this class's.</exception>
    public async Task LoadAsync(CancellationToken cancellationToken)
    {
        await _reading.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var version = Version;
            RetryWithNewResources();
            await foreach (var each in store.ReadStreamAsync(stream, version + 1, cancellationToken).ConfigureAwait(false))
            {
                _changed.Add(_rules.Apply(each));
                version = each.Version;
                if (_changed.Count == ChangesAtOnce) Apply(version);
            }

            Apply(version);
        }
        finally
        {
            _reading.Release();
        }
    }

    /// <summary>Makes changes, on record when the task completes and known to the engine then. A rule that is put in is active.</summary>
    /// <param name="changes">At least one; all are made or none. A few thousand at once, since the store bounds an append's bytes.</param>
    /// <param name="key">Names the request, so that its repetition changes nothing; null: every call counts.</param>
    /// <param name="cancellationToken">Abandons it; what was appended stays.</param>
    /// <exception cref="InvalidRuleException">A rule's region or schedule is none, or it asks for what this host does not have; nothing was changed.</exception>
    /// <exception cref="RequestKeyReusedException">The key is known for other changes; nothing was changed.</exception>
    /// <exception cref="EventStoreException">The store refuses it; nothing was changed.</exception>
    public async Task ChangeAsync(IReadOnlyCollection<RuleChange> changes, RequestKey? key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(changes);

        // What is on record must be readable for ever, so it is tried first.
        engine.Empty().Apply(changes);
        NewEvent[] events = [.. changes.Select(each => each.Rule is { } rule ? RuleEvents.Added(rule) : RuleEvents.Removed(each.Id))];
        await AppendAsync(new AppendRequest(stream, events) { Key = key }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Puts a rule in that does from the first moment what <paramref name="mode"/> says, in place of one of the same name.</summary>
    /// <exception cref="InvalidRuleException">Its region or schedule is none, or it asks for what this host does not have; nothing was changed.</exception>
    /// <exception cref="RequestKeyReusedException">The key is known for other changes; nothing was changed.</exception>
    /// <exception cref="EventStoreException">The store refuses it; nothing was changed.</exception>
    public async Task PutAsync(Rule rule, RuleMode mode, RequestKey? key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(rule);
        engine.Empty().Put(rule);
        NewEvent[] events = mode == RuleMode.Active ? [RuleEvents.Added(rule)] : [RuleEvents.Added(rule), RuleEvents.Changed(rule.Id, mode)];
        await AppendAsync(new AppendRequest(stream, events) { Key = key }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Makes a rule do something else from now on.</summary>
    /// <exception cref="UnknownRuleException">There is no such rule; nothing was changed.</exception>
    /// <exception cref="RequestKeyReusedException">The key is known for other changes; nothing was changed.</exception>
    /// <exception cref="EventStoreException">The store refuses it; nothing was changed.</exception>
    public async Task SetModeAsync(string id, RuleMode mode, RequestKey? key, CancellationToken cancellationToken)
    {
        await LoadAsync(cancellationToken).ConfigureAwait(false);
        if (Find(id) is null) throw new UnknownRuleException(id);
        await AppendAsync(new AppendRequest(stream, new[] { RuleEvents.Changed(id, mode) }) { Key = key }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Makes all rules what they were at a version of the stream, by further events: what was done since stays on record, and can be rolled back to in its turn.</summary>
    /// <param name="version">The version, from 0 (no rules) to <see cref="Version"/>.</param>
    /// <param name="cancellationToken">Abandons it; what was appended stays.</param>
    /// <returns>How many rules were changed.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such version yet.</exception>
    /// <exception cref="InvalidRuleException">A rule of then is of a later version of this library and cannot be read here; nothing was changed.</exception>
    /// <exception cref="VersionConflictException">Somebody else changed rules meanwhile; nothing was changed, try again.</exception>
    /// <exception cref="EventStoreException">The store cannot be read, or refuses it.</exception>
    public async Task<int> RollBackAsync(long version, CancellationToken cancellationToken)
    {
        await LoadAsync(cancellationToken).ConfigureAwait(false);
        var now = Version;
        ArgumentOutOfRangeException.ThrowIfNegative(version);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(version, now);
        var then = new RuleEvents();
        await foreach (var each in store.ReadStreamAsync(stream, 1, cancellationToken).ConfigureAwait(false))
        {
            if (each.Version > version) break;
            then.Apply(each);
        }

        var changes = RuleDifference.Between(List(), then.List());
        if (changes.Count > 0) await AppendAsync(new AppendRequest(stream, changes.SelectMany(each => each.Events).ToArray()) { ExpectedVersion = now }, cancellationToken).ConfigureAwait(false);
        return changes.Count;
    }

    /// <summary>The event, or the derived fact, at a position of the store: what a rule is explained by.</summary>
    /// <param name="position">The record's, as the output stream has it (<see cref="Messages.Output.Position"/>).</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>Null: there is none, or a compaction removed it.</returns>
    /// <exception cref="RuleSubjectException">No rule is tried with what is there.</exception>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public Task<RuleSubject?> FindSubjectAsync(long position, CancellationToken cancellationToken) => Explainer.FindSubjectAsync(position, cancellationToken);

    /// <summary>Explains why an event or a fact meets a condition or not, down to the last part, and the parts of rules that it follows from.</summary>
    /// <remarks>Tables, models and the map are those of now. Of an event that was recorded, the rules count that it met then; of another one, and of a fact, those that it meets now, and for a fact also those on record.</remarks>
    /// <exception cref="RuleSubjectException">The condition is about events, and this is a fact.</exception>
    /// <exception cref="Regions.InvalidRegionException">A region is none.</exception>
    /// <exception cref="Schedules.InvalidScheduleException">A schedule is none.</exception>
    /// <exception cref="MissingResourceException">It asks for what this host does not have.</exception>
    /// <exception cref="Geocoding.GeocoderUnavailableException">The geocoder cannot be reached.</exception>
    public Task<RuleExplanation> ExplainAsync(Condition condition, RuleSubject subject, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(condition);
        ArgumentNullException.ThrowIfNull(subject);
        return Explainer.ExplainAsync(condition, subject, cancellationToken);
    }

    /// <summary>Follows changes that others make to the stream, in this process or another one, and tries rules again that were set aside where the host has more for them now, until the token fires.</summary>
    /// <param name="interval">How often the stream's version is asked for: one question, where a subscription would read all streams' events.</param>
    /// <param name="clock">Whose time.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public async Task FollowAsync(TimeSpan interval, TimeProvider clock, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (_resourceVersion != engine.Resources.Version || await store.GetVersionAsync(stream, cancellationToken).ConfigureAwait(false) > Version) await LoadAsync(cancellationToken).ConfigureAwait(false);
            await Task.Delay(interval, clock, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _reading.Dispose();

    private sealed record KnownWarnings(
        long Version, IReadOnlySet<(FactSource Source, string Name)> Definitions, IReadOnlyDictionary<string, IReadOnlySet<string>>? AreaCodes, IReadOnlyDictionary<string, string> Warnings);

    /// <summary>One rule's entry of <see cref="Warnings"/>, found without the others; null: it has none.</summary>
    internal string? WarningOf(StoredRule rule) => engine.Definitions is { } definitions ? new RuleReferences(IsRule, definitions, engine.AreaCodes).MissingIn(rule) : null;

    private bool IsRule(string id) => Find(id) is not null;

    private RuleExplainer Explainer => new(store, engine, Find);

    private async Task AppendAsync(AppendRequest request, CancellationToken cancellationToken)
    {
        await store.AppendSameAsync(request, cancellationToken).ConfigureAwait(false);
        await LoadAsync(cancellationToken).ConfigureAwait(false);
    }

    // What was set aside for a table that there is by now may run.
    private void RetryWithNewResources()
    {
        var version = engine.Resources.Version;
        if (version == _resourceVersion) return;
        _resourceVersion = version;
        _changed.UnionWith(_rules.Release());

        // And what ran may not: a model may take another number of features by now.
        var modelVersion = engine.Resources.ModelVersion;
        if (modelVersion == _modelVersion) return;
        _modelVersion = modelVersion;
        _changed.UnionWith(_rules.List().Where(static each => each.Rule is { } rule && ConditionOperands.AskModels(rule.When)).Select(static each => each.Id));
    }

    private void Apply(long version)
    {
        engine.Keep(_rules.TakeSequences(), version);
        if (_changed.Count > 0)
        {
            var rules = _changed.Select(id => (Id: id, Stored: Find(id))).ToList();
            Apply(engine, rules, RuleMode.Active);
            Apply(Shadows, rules, RuleMode.Shadow);
        }

        _changed.Clear();
        Version = version;
    }

    private void Apply(RuleEngine into, IEnumerable<(string Id, StoredRule? Stored)> rules, RuleMode mode)
    {
        RuleChange[] changes = [.. rules.Select(each => each.Stored is { Rule: { } rule } stored && stored.Mode == mode ? RuleChange.Put(rule) : RuleChange.Remove(each.Id))];
        try
        {
            into.Apply(changes, isKept: true);
        }
        catch (InvalidRuleException)
        {
            into.Apply([.. changes.Select(Runnable)], isKept: true);
        }
    }

    private RuleChange Runnable(RuleChange change)
    {
        try
        {
            engine.Empty().Apply([change]);
            return change;
        }
        catch (InvalidRuleException error)
        {
            _rules.Quarantine(change.Id, error.Message);
            return RuleChange.Remove(change.Id);
        }
    }
}
