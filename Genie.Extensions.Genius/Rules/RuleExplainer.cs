using Genie.EventStore;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Explains rules by what a store has.</summary>
/// <param name="store">Events and facts.</param>
/// <param name="engine">The rules that hold.</param>
/// <param name="find">Finds rules, also those that do not.</param>
internal sealed class RuleExplainer(IEventStore store, RuleEngine engine, Func<string, StoredRule?> find)
{
    // Facts of one commit follow each other.
    private const int CommitMax = 1_024;

    private static readonly EventFilter OfOutputs = new() { Types = [GeniusOutputs.EventType] };

    /// <summary>The event or fact at a position; null: there is none.</summary>
    /// <exception cref="RuleSubjectException">No rule is tried with what is there.</exception>
    public async Task<RuleSubject?> FindSubjectAsync(long position, CancellationToken cancellationToken)
    {
        if (position < 1) return null;
        await foreach (var each in store.ReadAllAsync(position - 1, cancellationToken).ConfigureAwait(false))
        {
            if (each.Position != position) return null;
            if (each.Type == ProcessedEvents.EventType && ProcessedEvents.IsEvents(each.Stream)) return RuleSubject.OfEvent(each);
            if (GeniusOutputs.Read(each) is not { } output) return null;
            return output.FactMatched?.WindowClosed is null ? RuleSubject.Of(output) : RuleSubject.Of(await PremiseOfAsync(each, output.FactMatched, cancellationToken).ConfigureAwait(false), output.FactMatched);
        }

        return null;
    }

    /// <summary>Why it meets a condition or not.</summary>
    /// <exception cref="RuleSubjectException">The condition is about events, and this is a fact.</exception>
    public async Task<RuleExplanation> ExplainAsync(Condition condition, RuleSubject subject, CancellationToken cancellationToken)
    {
        var isAboutFacts = ConditionOperands.AskFacts(condition);
        if (subject.Fact is not null && !isAboutFacts) throw new RuleSubjectException("The rule is about events, and this is a fact: no fact is tried with it. Explain it by an event.");
        var place = subject.Fact is null ? await engine.LookUpAsync(subject.Event, cancellationToken).ConfigureAwait(false) : default;
        return RuleExplanation.Of(condition, new RuleView(subject.Event, place, engine.Resources)
        {
            Fact = subject.Fact,
            Rules = isAboutFacts ? await RulesOfAsync(subject, cancellationToken).ConfigureAwait(false) : [],
            FindRule = find,
        });
    }

    // What an event met is on record, all of it; of a fact's rules those alone that its revision before did not meet.
    private async ValueTask<IReadOnlyCollection<string>> RulesOfAsync(RuleSubject subject, CancellationToken cancellationToken)
    {
        if (subject.Fact is { } fact) return engine.Match(fact, []).Union(subject.KnownRules ?? [], StringComparer.Ordinal).ToHashSet(StringComparer.Ordinal);
        if (subject.KnownRules is { } known) return known.ToHashSet(StringComparer.Ordinal);
        var matched = new HashSet<string>(StringComparer.Ordinal);
        await engine.MatchAsync(subject.Event, matched, cancellationToken).ConfigureAwait(false);
        return matched;
    }

    // The record of what a window's result brought about does not have the result's most frequent items; the result's own is before it.
    private async Task<Output> PremiseOfAsync(RecordedEvent recorded, FactMatched matched, CancellationToken cancellationToken)
    {
        var premise = OutputFacts.PremiseOf(matched);
        var whole = premise;
        await foreach (var each in store.ReadAllAsync(Math.Max(0, recorded.Position - CommitMax), OfOutputs, cancellationToken).ConfigureAwait(false))
        {
            if (each.Position >= recorded.Position) break;
            if (each.Stream != recorded.Stream || GeniusOutputs.Read(each)?.WindowClosed is not { } result) continue;
            var bare = result.Clone();
            bare.Top.Clear();
            if (bare.Equals(premise.WindowClosed)) whole = new Output { WindowClosed = result };
        }

        return whole;
    }
}
