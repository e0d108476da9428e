using System.Globalization;
using System.IO.Compression;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Places;
using Xunit.Abstractions;

namespace Genie.Geocoding.Tests;

/// <summary>How well the built-in maps agree with another source: the 171,075 towns, whose countries are those of GeoNames. docs/geocoding.md has the figures.</summary>
public sealed class AccuracyTests(ITestOutputHelper output)
{
    private const int Towns = 171_075;

    [Fact]
    public void Few_towns_lie_in_the_sea_or_in_another_country()
    {
        using var geocoder = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = BuiltIn.CacheFolder, NearestAreaMetres = 5000 });
        var (count, outside, farOutside, elsewhere) = (0, 0, 0, 0);
        foreach (var (country, point) in ReadTowns())
        {
            count++;
            var answer = geocoder.LookUp(point);
            if (answer.Status != LookupStatus.Found) outside++;
            if (answer.Status == LookupStatus.Nowhere) farOutside++;
            if (answer.Status == LookupStatus.Found && !CountryCodes.MayBeSame(answer.Country!.Code, country)) elsewhere++;
        }

        output.WriteLine($"{outside} off the coasts, {farOutside} of them by more than 5 km; {elsewhere} in another country");
        Assert.Equal(Towns, count);
        Assert.InRange(outside, 0, 2_780);
        Assert.InRange(farOutside, 0, 185);
        Assert.InRange(elsewhere, 0, 495);
    }

    [Fact]
    public void Every_division_belongs_to_the_country_that_its_code_names()
    {
        // ISO 3166 lists these two both as a division and as a country.
        var ownCountries = new[] { "US-PR", "NL-SX" };
        foreach (var area in BuiltIn.States.Areas.Where(area => !ownCountries.Contains(area.Code))) Assert.Equal(area.Code[..2], area.Ancestors[0].Code);
    }

    [Fact]
    public async Task No_answer_has_a_town_of_another_country_than_its_own()
    {
        using var geocoder = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = BuiltIn.CacheFolder, NearestAreaMetres = 5000 });
        var named = new NearestPlaceGeocoder(geocoder, NearestPlaces.BuiltIn, 25_000);
        foreach (var (_, point) in ReadTowns().Where((_, number) => number % 5 == 0))
        {
            var answer = await named.LookUpAsync(point, CancellationToken.None);
            Assert.True(CountryCodes.MayBeSame(answer.Country?.Code, answer.Place?.ParentCode), $"{point}: {answer}");
        }
    }

    [Theory]
    [InlineData("KE", "KEN", true)]
    [InlineData("KE", "UGA", false)]
    [InlineData("FR", "GF", true)]
    [InlineData("PR", "USA", true)]
    [InlineData("KE", "51", true)]
    [InlineData("", "UG", true)]
    public void Codes_of_one_country_are_known_as_that_and_what_is_no_such_code_is_not_judged(string one, string other, bool mayBeSame) =>
        Assert.Equal(mayBeSame, CountryCodes.MayBeSame(one, other));

    private static IEnumerable<(string Country, GeoPoint Point)> ReadTowns()
    {
        using var packed = typeof(NearestPlaces).Assembly.GetManifestResourceStream("world-places.tsv.gz")!;
        using var text = new StreamReader(new GZipStream(packed, CompressionMode.Decompress));
        while (text.ReadLine() is { } line)
        {
            var fields = line.Split('\t');
            yield return (fields[0], new GeoPoint(double.Parse(fields[2], CultureInfo.InvariantCulture), double.Parse(fields[3], CultureInfo.InvariantCulture)));
        }
    }
}
