using System.Collections.Concurrent;
using Genie.EventStore;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Grains;

namespace Genie.Extensions.Genius.Streams.Patterns;

/// <summary>The patterns that rules define themselves. They come and go with the rules, so one kind of grains is there for all of them, whose keys say of which they are; any process makes a grain from its key alone.</summary>
internal sealed class RulePatterns
{
    // Behind the definition's name, in which there is none.
    private const char KeyMark = '\n';

    private readonly RuleEngine _engine;
    private readonly IGrainKind<JournalCommand, JournalAnswer> _grains;
    private readonly ConcurrentDictionary<string, PatternMatcher> _matchers = new(StringComparer.Ordinal);

    /// <summary>Makes them known.</summary>
    /// <param name="grains">Hosts the grains.</param>
    /// <param name="store">Keeps their states.</param>
    /// <param name="engine">Has the rules.</param>
    /// <param name="inference">Tries rules with what is found.</param>
    public RulePatterns(IGrainRegistry grains, IEventStore store, RuleEngine engine, FactInference inference)
    {
        _engine = engine;
        _grains = grains.Register<JournalCommand, JournalAnswer>("rule-patterns", name =>
        {
            var mark = name.IndexOf(KeyMark, StringComparison.Ordinal);
            var (matcher, key) = (Find(name[..mark])!, name[(mark + 1)..]);
            return new JournalGrain(store, matcher.StreamOf(key), key, () => new PatternState(matcher.Definition), matcher.Definition.Grains, inference);
        });
    }

    /// <summary>Those that an event takes a step on.</summary>
    /// <param name="steps">The rules and conditions that it met.</param>
    public IEnumerable<PatternMatcher> OfSteps(IReadOnlyList<string> steps) => _engine.Sequences.OfSteps(steps).Select(Of);

    /// <summary>A pattern by its name and version, also one that no rule wants any more; null: rules define no such.</summary>
    public PatternMatcher? Find(string id) => _matchers.TryGetValue(id, out var known) ? known : SequenceText.ReadId(id) is { } definition ? Of(definition) : null;

    /// <summary>What becomes of a timer. A process may hear of it before it hears of the rule.</summary>
    public TimerFate FateOf(string id)
    {
        var wanted = _engine.Sequences;
        if (wanted.Contains(id)) return TimerFate.Fires;
        return Find(id) is { } pattern && pattern.Definition.Version > wanted.Version ? TimerFate.Waits : TimerFate.Off;
    }

    private PatternMatcher Of(PatternDefinition definition) =>
        _matchers.GetOrAdd(definition.Id, static (id, it) => new PatternMatcher(it.Definition, new KeyedJournals(it.Grains, id + KeyMark)), (Definition: definition, Grains: _grains));
}
