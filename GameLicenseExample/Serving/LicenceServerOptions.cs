using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;

namespace GameLicenseExample.Serving;

/// <summary>What the licence server keeps where, and grants where.</summary>
internal sealed record LicenceServerOptions
{
    /// <summary>The folder of its key and its events.</summary>
    public required string Folder { get; init; }

    /// <summary>Rules to put on record at the start.</summary>
    public IReadOnlyList<LicenceRule> Rules { get; init; } = [];

    /// <summary>The port of the live page on 127.0.0.1, 0 for a free one; null: none.</summary>
    public int? PagePort { get; init; }

    /// <summary>The rule of a server that never had one: the city and county of Philadelphia.</summary>
    public static LicenceRule DefaultRule { get; } = new(LicenceEffect.Grant, "county-42101", Condition.In(RegionCondition.County("42101")));
}
