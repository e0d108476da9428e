using System.Globalization;
using Xunit.Abstractions;

namespace Genie.Geocoding.Tests;

/// <summary>
/// The embedded index and PostGIS find the same places. They may differ only within a billionth of a degree of a border, where
/// PostGIS answers both sides and computes with rounded pieces. GENIE_AGREEMENT_POINTS sets how many points are compared.
/// </summary>
public sealed class PostGisAgreementTests(PostGisFixture fixture, ITestOutputHelper output) : IClassFixture<PostGisFixture>
{
    private static readonly int Points = int.Parse(Environment.GetEnvironmentVariable("GENIE_AGREEMENT_POINTS") ?? "30000", CultureInfo.InvariantCulture);

    [SkippableFact]
    public async Task Both_geocoders_agree_but_on_borders()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        await using var geocoder = fixture.Open(connections: 2);
        var agreement = await Agreement.CompareAsync(geocoder, Agreement.Sample(Points, seed));
        output.WriteLine($"{agreement}; repaired by PostGIS: {string.Join(' ', fixture.Repaired)}");
        Assert.True(agreement.Differences.Count == 0, string.Join('\n', agreement.Differences.Take(20)));
    }
}
