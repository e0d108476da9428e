using Genie.Extensions.Genius.Events;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Tests single conditions against single events, without an index.</summary>
public static class RuleEvaluator
{
    /// <summary>True if an event meets a condition.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="value">The event.</param>
    /// <param name="place">What lies at its place.</param>
    /// <exception cref="Regions.InvalidRegionException">A region is none.</exception>
    /// <exception cref="Schedules.InvalidScheduleException">A schedule is none.</exception>
    public static bool Meets(Condition condition, GeniusEvent value, in PlaceAnswer place)
    {
        var met = new List<string>(1);
        new RuleScan([new Rule("", condition)]).Match(value, place, met);
        return met.Count > 0;
    }
}
