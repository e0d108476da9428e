using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Tests single conditions against single events, without an index.</summary>
public static class RuleEvaluator
{
    /// <summary>True if an event meets a condition.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="value">The event.</param>
    /// <param name="place">What lies at its place.</param>
    /// <param name="resources">What it may ask for beside events; null: nothing.</param>
    /// <exception cref="Regions.InvalidRegionException">A region is none.</exception>
    /// <exception cref="Schedules.InvalidScheduleException">A schedule is none.</exception>
    /// <exception cref="MissingResourceException">It asks for what is not among <paramref name="resources"/>.</exception>
    public static bool Meets(Condition condition, GeniusEvent value, in PlaceAnswer place, RuleResources? resources = null)
    {
        return Meets(condition, new RuleView(value, place, resources));
    }

    /// <summary>True if what an explanation looks at meets a condition.</summary>
    internal static bool Meets(Condition condition, RuleView view)
    {
        var met = new List<string>(1);
        new RuleScan([new Rule("", condition)], view.Resources).Match(view.Value, view.Place, view.Fact, view.Rules, met);
        return met.Count > 0;
    }
}
