using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Keys;

/// <summary>Which keys are wanted.</summary>
public sealed record KeyQuery
{
    /// <summary>What a key's last event must meet: <c>Condition.In(region)</c> asks for those within a region. Null: anything.</summary>
    public Condition? Where { get; init; }

    /// <summary>The nearest to this place come first; null: in the order of their names.</summary>
    public GeoPoint? Near { get; init; }

    /// <summary>How far from <see cref="Near"/> they are at most, in metres. Default: any distance.</summary>
    public double MetresMax { get; init; } = double.PositiveInfinity;

    /// <summary>The most keys wanted. Default 100.</summary>
    public int KeysMax { get; init; } = 100;

    /// <summary>Without <see cref="Near"/>: only names behind this one, for the next page.</summary>
    public string AfterKey { get; init; } = "";
}
