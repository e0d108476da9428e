using Genie.Geocoding;
using Genie.Workload.Places;

namespace Genie.Workload.Tests;

public sealed class KnownPlacesTests
{
    [Fact]
    public void The_embedded_geocoder_finds_every_one()
    {
        var geocoder = EmbeddedGeocoder.OpenDefault();
        var wrong = KnownPlaces.All.Where(place => geocoder.LookUp(place.Point) is var answer
            && (answer.Country?.Code != place.CountryCode || answer.State?.Code != place.StateCode || (answer.County?.Code ?? "") != place.CountyCode));
        Assert.Empty(wrong);
    }

    [Fact]
    public void There_are_enough_of_them_and_all_are_different()
    {
        Assert.Equal(4096, KnownPlaces.All.Count);
        Assert.Equal(4096, KnownPlaces.All.Select(place => place.Point).Distinct().Count());
        Assert.True(KnownPlaces.All.Select(place => place.CountyCode).Where(code => code.Length > 0).Distinct().Count() > 3000);
        Assert.True(KnownPlaces.All.Select(place => place.CountryCode).Distinct().Count() > 100);
    }
}
