using System.Net;
using Genie.Geocoding.Addresses;

namespace Genie.Geocoding.Tests.Addresses;

/// <summary>Ways to write an address: read as everybody reads them, or refused.</summary>
public sealed class IpTextTests
{
    [Theory]
    [InlineData("81.2.69.160", "81.2.69.160")]
    [InlineData(" 81.2.69.160 ", "81.2.69.160")]
    [InlineData("0.0.0.0", "0.0.0.0")]
    [InlineData("::ffff:81.2.69.160", "81.2.69.160")]
    [InlineData("::FFFF:5102:45a0", "81.2.69.160")]
    [InlineData("[::ffff:81.2.69.160]", "81.2.69.160")]
    [InlineData("2001:0db8:0000::0001", "2001:db8::1")]
    [InlineData("[2001:db8::1]", "2001:db8::1")]
    public void They_are_read(string text, string expected)
    {
        Assert.True(IpGeocoder.TryParseAddress(text, out var address));
        Assert.Equal(expected, address.ToString());
    }

    [Theory]
    [InlineData("010.020.030.040")] // Octal to some.
    [InlineData("81.2.69.0160")]
    [InlineData("81.2.69")]
    [InlineData("1.2")]
    [InlineData("1359103392")]
    [InlineData("0x51.0x2.0x45.0xa0")]
    [InlineData("81.2.69.256")]
    [InlineData("81.2.69.160.")]
    [InlineData("81.2.69.+1")]
    [InlineData("81.2.69.160:80")]
    [InlineData("[81.2.69.160]")]
    [InlineData("81.2.69.160/24")]
    [InlineData("::ffff:081.002.069.160")]
    [InlineData("::ffff:1.2")]
    [InlineData("fe80::1%eth0")]
    [InlineData("fe80::1%2")]
    [InlineData("[::1]:80")]
    [InlineData("2001:db8::/32")]
    [InlineData("localhost")]
    [InlineData("")]
    public void What_is_read_differently_is_refused(string text) => Assert.False(IpGeocoder.TryParseAddress(text, out _));

    [Theory]
    [InlineData("GeoIP2-City-Test.mmdb", "81.2.69.160")]
    [InlineData("MaxMind-DB-test-ipv4-24.mmdb", "1.1.1.1")]
    [InlineData("MaxMind-DB-test-ipv6-24.mmdb", "::1:ffff:ffff")]
    [InlineData("MaxMind-DB-test-mixed-24.mmdb", "1.1.1.1")]
    public void A_mapped_address_is_found_in_each_kind_of_database_as_it_is_without(string name, string text)
    {
        using var geocoder = IpGeocoder.Open(Path.Combine(AppContext.BaseDirectory, "Addresses", "Files", "test-data", name));
        var address = IPAddress.Parse(text);
        Assert.True(geocoder.TryFind(address, out var plain));
        if (address.AddressFamily != System.Net.Sockets.AddressFamily.InterNetwork) return;
        Assert.True(geocoder.TryFind(address.MapToIPv6(), out var mapped));
        Assert.Equal(plain.PrefixBits, mapped.PrefixBits);
    }
}
