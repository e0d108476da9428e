using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Patterns;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Finds the sequences that a rule defines itself among the events that were processed before, as if the rule had been there; what else is found of them in the store does not count.</summary>
/// <param name="engine">Has the rule, and no other.</param>
internal sealed class SequenceReplay(RuleEngine engine)
{
    private readonly IReadOnlyList<PatternDefinition> _definitions = engine.Sequences.Definitions;
    private readonly Dictionary<(string Name, string Key), PatternState> _states = [];
    private long _lastTicks;

    /// <summary>True if a fact is of one of them.</summary>
    public bool IsOf(DerivedFact fact) => fact.Source == Rules.Operands.FactSource.Pattern && _definitions.Any(each => each.Name == fact.Name);

    /// <summary>What an event brings.</summary>
    /// <param name="trial">The event, with the rules that it met.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="Geocoding.GeocoderUnavailableException">The geocoder cannot be reached.</exception>
    public async ValueTask<IReadOnlyList<RuleTrial>> AddAsync(RuleTrial trial, CancellationToken cancellationToken)
    {
        if (_definitions.Count == 0) return [];
        _lastTicks = Math.Max(_lastTicks, trial.Time.UtcTicks);
        var matches = new EventMatches(trial.Premises, await engine.MatchStepsAsync(trial.Event!, null, trial.Premises, cancellationToken).ConfigureAwait(false));
        var (brought, met) = (new List<RuleTrial>(), matches.Steps);
        foreach (var each in _definitions)
        {
            var steps = each.StepsOf(met);
            if (steps == 0) continue;
            if (!_states.TryGetValue((each.Name, trial.Key), out var state)) _states.Add((each.Name, trial.Key), state = new PatternState(each));
            brought.AddRange(Give(state, trial.Key, new PatternCommand { Event = new PatternEvent { TimeTicks = trial.Time.UtcTicks, Steps = steps } }));
        }

        return brought;
    }

    /// <summary>What the end brings: absences that were due by the last event of all.</summary>
    public IEnumerable<RuleTrial> End() => _states.SelectMany(each => Give(each.Value, each.Key.Key, new PatternCommand { TimerTicks = _lastTicks }));

    private static IEnumerable<RuleTrial> Give(PatternState state, string key, PatternCommand command) =>
        state.Derive(key, state.Apply(command.ToByteArray())).Select(static output => DerivedFact.Of(output)!).Select(static fact => new RuleTrial(fact.Key, fact.Time, null, fact, []));
}
