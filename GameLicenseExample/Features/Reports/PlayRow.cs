namespace GameLicenseExample.Features.Reports;

/// <summary>What was played at a place in an hour.</summary>
/// <param name="Hour">The hour's first instant.</param>
/// <param name="Country">ISO 3166-1 alpha-2; empty where there is none.</param>
/// <param name="State">ISO 3166-2.</param>
/// <param name="County">FIPS in the United States.</param>
/// <param name="Name">The name of the smallest of them.</param>
internal sealed record PlayRow(DateTimeOffset Hour, string Country, string State, string County, string Name)
{
    /// <summary>Plays.</summary>
    public long Plays { get; init; }

    /// <summary>Credits staked.</summary>
    public long Staked { get; init; }

    /// <summary>Credits paid.</summary>
    public long Paid { get; init; }

    /// <summary>Machines that played.</summary>
    public long Machines { get; init; }
}
