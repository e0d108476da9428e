using System.Net;
using Genie.Geocoding.Addresses;

namespace Genie.Geocoding.Tests.Addresses;

public sealed class IpGeocoderTests
{
    private static readonly IPAddress London = IPAddress.Parse("81.2.69.160");

    [Fact]
    public void A_known_address_has_its_place()
    {
        var answer = IpGeocoder.Open(MmdbFiles.PathOf("GeoIP2-City-Test.mmdb")).LookUp(London);
        Assert.Equal(LookupStatus.Found, answer.Place.Status);
        Assert.Equal(new Area("country", "GB", "United Kingdom", "EU"), answer.Place.Country);
        Assert.Equal(new Area("state", "GB-ENG", "England", "GB"), answer.Place.State);
        Assert.Equal(new Area("place", "2643743", "London", "GB"), answer.Place.Place);
        Assert.Equal("Europe/London", answer.Place.TimeZone?.Code);
        Assert.Equal(new GeoPoint(51.5142, -0.0931), answer.Location);
        Assert.Equal(100, answer.AccuracyKilometres);
    }

    [Fact]
    public void A_file_without_places_and_an_address_without_a_record_are_nowhere()
    {
        Assert.Equal(LookupStatus.Nowhere, IpGeocoder.Open(MmdbFiles.PathOf("GeoLite2-ASN-Test.mmdb")).LookUp(IPAddress.Parse("1.0.0.1")).Place.Status);
        Assert.Equal(LookupStatus.Nowhere, IpGeocoder.Load(File.ReadAllBytes(MmdbFiles.PathOf("GeoIP2-City-Test.mmdb"))).LookUp(IPAddress.Loopback).Place.Status);
    }

    [Fact]
    public void A_wrong_number_is_an_error_of_the_file() =>
        Assert.Throws<IpFormatException>(() =>
        {
            var geocoder = IpGeocoder.Open(MmdbFiles.PathOf("GeoIP2-City-Test-Broken-Double-Format.mmdb"));
            foreach (var (_, record) in MmdbFiles.ReadSource("GeoIP2-City-Test").Select(entry => (entry.Network, geocoder.LookUp(IPNetwork.Parse(entry.Network).BaseAddress)))) Assert.NotNull(record);
        });
}
