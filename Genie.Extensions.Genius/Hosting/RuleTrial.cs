using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Rules;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>A record of a store that a rule is tried with.</summary>
/// <param name="Key">Whom it is about.</param>
/// <param name="Time">When it was, in event time.</param>
/// <param name="Event">The event; null: a fact.</param>
/// <param name="Fact">The fact; null: an event.</param>
/// <param name="Premises">Rules that it met, where the rule that is tried may follow from them.</param>
internal sealed record RuleTrial(string Key, DateTimeOffset Time, GeniusEvent? Event, DerivedFact? Fact, IReadOnlyList<string> Premises)
{
    private static readonly EventFilter OfEvents = new() { Types = [ProcessedEvents.EventType] };
    private static readonly EventFilter OfFacts = new() { Types = [ProcessedEvents.EventType, GeniusOutputs.EventType] };

    /// <summary>True if the fact comes a second time, with the rules that it met.</summary>
    public bool IsFollowing { get; private init; }

    /// <summary>The records that a rule is tried with.</summary>
    public static EventFilter FilterOf(Rule rule) => ConditionOperands.AskFacts(rule.When) ? OfFacts : OfEvents;

    /// <summary>What a rule is tried with of a record; null: nothing.</summary>
    /// <exception cref="MalformedEventException">The record is damaged.</exception>
    public static RuleTrial? Of(RecordedEvent recorded, Rule rule)
    {
        if (ProcessedEvents.KeyOf(recorded.Stream) is { } key)
        {
            var (value, rules) = ProcessedEvents.Read(recorded);
            return new RuleTrial(key, value.Time, value, null, [.. rules.Where(each => each != rule.Id)]);
        }

        if (!GeniusOutputs.IsOutput(recorded) || GeniusOutputs.Read(recorded) is not { } output) return null;
        var premise = output.FactMatched is { } matched ? OutputFacts.PremiseOf(matched) : output;
        if (DerivedFact.Of(premise) is not { IsRetraction: false } fact) return null;
        return new RuleTrial(fact.Key, fact.Time, null, fact, [.. (output.FactMatched?.Rules ?? []).Where(each => each != rule.Id)]) { IsFollowing = output.FactMatched is not null };
    }

    /// <summary>True if the rule, the only one of an engine, is met.</summary>
    public async ValueTask<bool> MeetsAsync(RuleEngine engine, CancellationToken cancellationToken)
    {
        // A fact counts once: here it does only for what follows from the rules that it met.
        if (Fact is { } fact) return engine.Match(fact, Premises).Count > 0 && !(IsFollowing && engine.Match(fact, []).Count > 0);
        var matched = new List<string>(1);
        await engine.MatchGivenAsync(Event!, null, Premises, matched, cancellationToken).ConfigureAwait(false);
        return matched.Count > 0;
    }
}
