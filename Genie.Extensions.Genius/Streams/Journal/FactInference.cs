using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Rules;

namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>Tries rules about facts with the facts that a command derived. What they bring about is part of the command's commit, and so there once.</summary>
/// <param name="engine">Has the rules.</param>
/// <param name="observers">Are told.</param>
internal sealed class FactInference(RuleEngine engine, ObserverGroup observers)
{
    /// <summary>What facts bring about: rules that hold by them, and, of a revised one, those that hold no more.</summary>
    /// <param name="facts">The facts, in their order.</param>
    /// <param name="state">Knows what held before.</param>
    public List<Output> Infer(IReadOnlyList<Output> facts, IJournaledState state)
    {
        var inferred = new List<Output>();
        foreach (var each in facts)
        {
            if (DerivedFact.Of(each) is not { } fact) continue;
            var before = state.RulesHeldBy(each);
            List<string> now = fact.IsRetraction ? [] : engine.Match(fact, []);
            if (before.Count == 0 && now.Count == 0) continue;
            var matched = OutputFacts.Of(each, now.Except(before, StringComparer.Ordinal), before.Except(now, StringComparer.Ordinal));
            if (matched.Rules.Count + matched.RetractedRules.Count == 0) continue;
            state.Note(matched);
            inferred.Add(new Output { FactMatched = matched, IsBackfilled = each.IsBackfilled });
        }

        return inferred;
    }

    /// <summary>Tells of facts that are on disk.</summary>
    public void Tell(IReadOnlyList<Output> facts) => observers.Derived(facts);
}
