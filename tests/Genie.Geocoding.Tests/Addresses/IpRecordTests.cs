using System.Net;
using System.Text.Json.Nodes;
using Genie.Geocoding.Addresses;

namespace Genie.Geocoding.Tests.Addresses;

/// <summary>The published test files of the format: what <c>genie geocode IP --mmdb FILE --json</c> shows is what their sources say.</summary>
public sealed class IpRecordTests
{
    public static TheoryData<string> GoodFiles => [.. MmdbFiles.Good];

    public static TheoryData<string> BadFiles => [.. MmdbFiles.Bad];

    [Theory]
    [InlineData("GeoIP2-City-Test")]
    [InlineData("GeoIP2-Country-Test")]
    [InlineData("GeoLite2-ASN-Test")]
    [InlineData("GeoLite2-City-Test")]
    public void Every_network_of_the_source_has_its_record(string name)
    {
        using var geocoder = IpGeocoder.Open(MmdbFiles.PathOf(name + ".mmdb"));
        var source = MmdbFiles.ReadSource(name).Select(entry => (Network: IPNetwork.Parse(entry.Network), entry.Record)).ToArray();
        Assert.NotEmpty(source);
        foreach (var (network, _) in source)
        {
            foreach (var address in new[] { network.BaseAddress, LastOf(network) })
            {
                var expected = source.Where(entry => entry.Network.Contains(address)).MaxBy(entry => entry.Network.PrefixLength);
                Assert.True(geocoder.TryFind(address, out var record), $"{address}");
                Assert.True(IsSame(expected.Record, MmdbFiles.ToJson(record)), $"{address}: {expected.Record.ToJsonString()}, {MmdbFiles.ToJson(record)?.ToJsonString()}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(GoodFiles))]
    public void Every_good_file_is_opened(string name)
    {
        using var geocoder = IpGeocoder.Open(MmdbFiles.PathOf(name));
        Assert.NotEmpty(geocoder.Metadata.DatabaseType);
        Assert.True(ReadSome(geocoder));
    }

    [Theory]
    [InlineData("1.1.1.3", "::1.1.1.2", 31)]
    [InlineData("::1.1.1.3", "::1.1.1.2", 127)]
    [InlineData("::ffff:1.1.1.3", "::1.1.1.2", 31)] // It is 1.1.1.3.
    [InlineData("2002:101:103::", "::1.1.1.2", 47)]
    public void IPv4_is_found_within_IPv6_and_through_its_aliases(string address, string expected, int bits)
    {
        foreach (var width in new[] { 24, 28, 32 })
        {
            using var geocoder = IpGeocoder.Open(MmdbFiles.PathOf($"MaxMind-DB-test-mixed-{width}.mmdb"));
            Assert.True(geocoder.TryFind(IPAddress.Parse(address), out var record));
            Assert.Equal((expected, bits), (MmdbFiles.ToJson(record)!["ip"]!.GetValue<string>(), record.PrefixBits));
        }
    }

    [Fact]
    public void An_IPv6_address_is_in_no_file_for_IPv4()
    {
        using var geocoder = IpGeocoder.Open(MmdbFiles.PathOf("MaxMind-DB-test-ipv4-24.mmdb"));
        Assert.False(geocoder.TryFind(IPAddress.Parse("::1.1.1.1"), out _));
        Assert.False(geocoder.TryFind(IPAddress.Parse("1.1.1.33"), out _));
    }

    [Theory]
    [MemberData(nameof(BadFiles))]
    public void A_bad_file_is_refused_or_read_safely(string path)
    {
        try
        {
            using var geocoder = IpGeocoder.Open(path);
            ReadSome(geocoder);
        }
        catch (IpFormatException)
        {
            // Nothing else may be thrown.
        }
    }

    // True if there is anything to be read; every kind of value is written as JSON.
    private static bool ReadSome(IpGeocoder geocoder)
    {
        for (var first = 0; first < 256; first++)
        {
            foreach (var address in new[] { new IPAddress([(byte)first, 1, 1, 1]), new IPAddress([0x20, (byte)first, 2, 0x18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) })
            {
                if (geocoder.TryFind(address, out var record)) Assert.NotNull(MmdbFiles.ToJson(record));
            }
        }

        return true;
    }

    private static bool IsSame(JsonNode? expected, JsonNode? actual) => (expected, actual) switch
    {
        (JsonObject a, JsonObject b) => a.Count == b.Count && a.All(pair => b.TryGetPropertyValue(pair.Key, out var other) && IsSame(pair.Value, other)),
        (JsonArray a, JsonArray b) => a.Count == b.Count && a.Zip(b).All(pair => IsSame(pair.First, pair.Second)),
        (JsonValue a, JsonValue b) when a.GetValueKind() == System.Text.Json.JsonValueKind.Number => b.GetValueKind() == System.Text.Json.JsonValueKind.Number && a.GetValue<double>() == b.GetValue<double>(),
        _ => JsonNode.DeepEquals(expected, actual),
    };

    private static IPAddress LastOf(IPNetwork network)
    {
        var bytes = network.BaseAddress.GetAddressBytes();
        for (var bit = network.PrefixLength; bit < bytes.Length * 8; bit++) bytes[bit / 8] |= (byte)(0x80 >> (bit % 8));
        return new IPAddress(bytes);
    }
}
