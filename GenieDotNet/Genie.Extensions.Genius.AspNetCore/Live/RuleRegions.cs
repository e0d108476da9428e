using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;

namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>The regions that rules name, for pictures.</summary>
internal static class RuleRegions
{
    /// <summary>Those of a condition, however deep they are.</summary>
    public static IEnumerable<RegionCondition> Of(Condition condition) => condition switch
    {
        InRegion within => [within.Region],
        AllOf all => all.Conditions.SelectMany(Of),
        AnyOf any => any.Conditions.SelectMany(Of),
        Not not => Of(not.Inner),
        _ => [],
    };
}
