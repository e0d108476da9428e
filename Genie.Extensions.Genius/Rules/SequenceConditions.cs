using Genie.Extensions.Genius.Events;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>The conditions that are steps of sequences, in an index as rules are. One caller at a time changes it; matching is safe beside that.</summary>
/// <param name="index">Without rules, and nobody else's.</param>
internal sealed class SequenceConditions(RuleEngine index)
{
    private IReadOnlySet<string> _wanted = new HashSet<string>();
    private int _resourceVersion = index.Resources.Version;
    private volatile bool _isEmpty = true;

    /// <summary>True if one names an area.</summary>
    public bool NeedsPlaces => !_isEmpty && index.NeedsPlaces;

    /// <summary>Makes them those that are wanted. One that this host cannot run is met by nothing, until tables or models come that it lacks.</summary>
    /// <param name="steps">The steps, each once; a set that never changes.</param>
    public void Keep(IReadOnlySet<string> steps)
    {
        var resourceVersion = index.Resources.Version;
        var isSame = resourceVersion == _resourceVersion;
        if (isSame && ReferenceEquals(steps, _wanted)) return;
        _resourceVersion = resourceVersion;
        RuleChange[] changes = [.. _wanted.Except(steps).Select(RuleChange.Remove), .. steps.Where(step => !isSame || !_wanted.Contains(step)).Select(Put)];
        _wanted = steps;
        if (changes.Length > 0) Apply(changes);
        _isEmpty = steps.Count == 0;
    }

    /// <summary>The steps that an event is.</summary>
    /// <param name="value">The event.</param>
    /// <param name="known">What lies at its place; null: that is looked up, where one names an area.</param>
    /// <param name="rules">The rules that it met.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="Geocoding.GeocoderUnavailableException">The geocoder cannot be reached.</exception>
    public async ValueTask<IReadOnlyList<string>> MatchAsync(GeniusEvent value, PlaceAnswer? known, IReadOnlyList<string> rules, CancellationToken cancellationToken)
    {
        if (_isEmpty) return [];
        var steps = new List<string>();
        await index.MatchGivenAsync(value, known, rules, steps, cancellationToken).ConfigureAwait(false);
        steps.Sort(StringComparer.Ordinal);
        return steps;
    }

    private static RuleChange Put(string step) => RuleChange.Put(new Rule(step, StepConditions.Read(step)!));

    private void Apply(RuleChange[] changes)
    {
        try
        {
            index.Apply(changes);
        }
        catch (InvalidRuleException) when (changes.Length > 1)
        {
            foreach (var each in changes) Apply([each]);
        }
        catch (InvalidRuleException error)
        {
            // The rule whose step it is has been refused or set aside, with the reason.
            index.Remove(error.RuleId);
        }
    }
}
