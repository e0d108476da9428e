using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Patterns;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Finds the sequences that a rule defines itself among the events that were processed before, as if the rule had been there; what else is found of them in the store does not count.</summary>
/// <param name="rule">The rule.</param>
internal sealed class SequenceReplay(Rule rule)
{
    private readonly List<PatternDefinition> _definitions = [.. ConditionOperands.SequencesOf(rule.When).Select(static name => SequenceText.Read(name)!)];
    private readonly Dictionary<(string Name, string Key), PatternState> _states = [];
    private long _lastTicks;

    /// <summary>True if a fact is of one of them.</summary>
    public bool IsOf(DerivedFact fact) => fact.Source == Rules.Operands.FactSource.Pattern && _definitions.Exists(each => each.Name == fact.Name);

    /// <summary>What an event brings.</summary>
    /// <param name="trial">The event, with the rules that it met.</param>
    public IEnumerable<RuleTrial> Add(RuleTrial trial)
    {
        _lastTicks = Math.Max(_lastTicks, trial.Time.UtcTicks);
        foreach (var each in _definitions)
        {
            var steps = each.StepsOf([.. trial.Premises]);
            if (steps == 0) continue;
            if (!_states.TryGetValue((each.Name, trial.Key), out var state)) _states.Add((each.Name, trial.Key), state = new PatternState(each));
            foreach (var found in Give(state, trial.Key, new PatternCommand { Event = new PatternEvent { TimeTicks = trial.Time.UtcTicks, Steps = steps } })) yield return found;
        }
    }

    /// <summary>What the end brings: absences that were due by the last event of all.</summary>
    public IEnumerable<RuleTrial> End() => _states.SelectMany(each => Give(each.Value, each.Key.Key, new PatternCommand { TimerTicks = _lastTicks }));

    private static IEnumerable<RuleTrial> Give(PatternState state, string key, PatternCommand command) =>
        state.Derive(key, state.Apply(command.ToByteArray())).Select(static output => DerivedFact.Of(output)!).Select(static fact => new RuleTrial(fact.Key, fact.Time, null, fact, []));
}
