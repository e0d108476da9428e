using System.Net;
using System.Text.Json.Nodes;
using Genie.Geocoding.Addresses;

namespace Genie.Geocoding.Tests.Addresses;

public sealed class IpDatabaseTests
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
        var database = MmdbFiles.Open(name + ".mmdb");
        var source = MmdbFiles.ReadSource(name).Select(entry => (Network: IPNetwork.Parse(entry.Network), entry.Record)).ToArray();
        Assert.NotEmpty(source);
        foreach (var (network, _) in source)
        {
            foreach (var address in new[] { network.BaseAddress, LastOf(network) })
            {
                var expected = source.Where(entry => entry.Network.Contains(address)).MaxBy(entry => entry.Network.PrefixLength);
                Assert.True(database.TryFind(address, out var record), $"{address}");
                Assert.True(IsSame(expected.Record, MmdbFiles.ToJson(record)), $"{address}: {expected.Record.ToJsonString()}, {MmdbFiles.ToJson(record)?.ToJsonString()}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(GoodFiles))]
    public void Every_record_of_every_good_file_is_read(string name)
    {
        var database = MmdbFiles.Open(name);
        Assert.NotNull(database.Metadata.Built);
        var networks = MmdbFiles.Networks(database).Where(network => network.Record is not null).ToArray();
        Assert.NotEmpty(networks);
        foreach (var (_, _, record) in networks) Assert.NotNull(MmdbFiles.ToJson(record!.Value));
    }

    [Theory]
    [InlineData("MaxMind-DB-test-ipv4-24.mmdb")]
    [InlineData("MaxMind-DB-test-ipv4-28.mmdb")]
    [InlineData("MaxMind-DB-test-ipv4-32.mmdb")]
    [InlineData("MaxMind-DB-test-ipv6-24.mmdb")]
    [InlineData("MaxMind-DB-test-ipv6-28.mmdb")]
    [InlineData("MaxMind-DB-test-ipv6-32.mmdb")]
    public void A_record_of_every_width_names_its_network(string name)
    {
        // These files give each network its own first address.
        var database = MmdbFiles.Open(name);
        var found = 0;
        foreach (var (first, _, record) in MmdbFiles.Networks(database).Where(network => network.Record is not null))
        {
            var address = database.Metadata.IpVersion == 4 ? ToIPv4((uint)first) : ToIPv6(first);
            Assert.True(record!.Value.Root.TryFind(out var field, "ip"));
            Assert.Equal(address, IPAddress.Parse(field.Text));
            found++;
        }

        Assert.InRange(found, 5, 50);
        Assert.False(database.TryFind(IPAddress.Parse("1.1.1.33"), out _));
        Assert.False(database.TryFind(IPAddress.Parse("255.254.253.123"), out _));
    }

    [Theory]
    [InlineData("1.1.1.3", "::1.1.1.2", 31)]
    [InlineData("::1.1.1.3", "::1.1.1.2", 127)]
    [InlineData("::ffff:1.1.1.3", "::1.1.1.2", 127)]
    [InlineData("2002:101:103::", "::1.1.1.2", 47)]
    [InlineData("::1:ffff:ffff", "::1:ffff:ffff", 128)]
    public void IPv4_is_found_within_IPv6_and_through_its_aliases(string address, string expected, int bits)
    {
        foreach (var width in new[] { 24, 28, 32 })
        {
            Assert.True(MmdbFiles.Open($"MaxMind-DB-test-mixed-{width}.mmdb").TryFind(IPAddress.Parse(address), out var record));
            Assert.True(record.Root.TryFind(out var ip, "ip"));
            Assert.Equal((expected, bits), (ip.Text, record.PrefixBits));
        }
    }

    [Fact]
    public void An_IPv6_address_is_in_no_file_for_IPv4() =>
        Assert.False(MmdbFiles.Open("MaxMind-DB-test-ipv4-24.mmdb").TryFind(IPAddress.Parse("::1.1.1.1"), out _));

    [Fact]
    public void A_field_of_every_type_has_its_value()
    {
        Assert.True(MmdbFiles.Open("MaxMind-DB-test-decoder.mmdb").TryFind(IPAddress.Parse("1.1.1.0"), out var record));
        Assert.True(Field("array", "2").UnsignedValue == 3 && Field("array").Size == 3);
        Assert.True(Field("boolean").Boolean);
        Assert.Equal([0, 0, 0, 42], Field("bytes").Utf8.ToArray());
        Assert.Equal(42.123456, Field("double").Number);
        Assert.Equal(1.1f, (float)Field("float").Number);
        Assert.Equal(-(1 << 28), Field("int32").SignedValue);
        Assert.Equal([7, 8, 9], Enumerable.Range(0, 3).Select(i => (int)Field("map", "mapX", "arrayX", $"{i}").UnsignedValue));
        Assert.Equal("hello", Field("map", "mapX", "utf8_stringX").Text);
        Assert.Equal((UInt128)100, Field("uint16").UnsignedValue);
        Assert.Equal((UInt128)(1 << 28), Field("uint32").UnsignedValue);
        Assert.Equal((UInt128)1 << 60, Field("uint64").UnsignedValue);
        Assert.Equal((UInt128)1 << 120, Field("uint128").UnsignedValue);
        Assert.Equal("unicode! ☯ - ♫", Field("utf8_string").Text);
        Assert.False(record.Root.TryFind(out _, "array", "3"));
        Assert.False(record.Root.TryFind(out _, "map", "mapX", "none"));
        Assert.Throws<IpFormatException>(() => Field("utf8_string").Number);
        Assert.Throws<IpFormatException>(() => Field("double").Text);

        IpField Field(params string[] path) => record.Root.TryFind(out var field, path) ? field : throw new InvalidOperationException(string.Join('/', path));
    }

    [Theory]
    [MemberData(nameof(BadFiles))]
    public void A_bad_file_is_refused_or_read_safely(string path) => ReadAll(File.ReadAllBytes(path));

    [Fact]
    public void Files_that_are_broken_on_purpose_are_found_out()
    {
        Assert.Throws<IpFormatException>(() => MmdbFiles.Open("GeoIP2-City-Test-Invalid-Node-Count.mmdb"));
        foreach (var name in MmdbFiles.Broken) Assert.False(ReadAll(File.ReadAllBytes(MmdbFiles.PathOf(name))), name);
    }

    [Fact]
    public void A_file_changed_or_cut_anywhere_is_refused_or_read_safely()
    {
        const int Seed = 8;
        var random = new Random(Seed);
        foreach (var name in new[] { "MaxMind-DB-test-decoder.mmdb", "MaxMind-DB-test-nested.mmdb", "MaxMind-DB-test-mixed-28.mmdb", "MaxMind-DB-test-metadata-pointers.mmdb" })
        {
            var bytes = File.ReadAllBytes(MmdbFiles.PathOf(name));
            for (var round = 0; round < 200; round++)
            {
                var copy = round % 8 == 0 ? bytes[..random.Next(bytes.Length)] : bytes.ToArray();
                for (var change = round % 4; change >= 0 && copy.Length > 0; change--) copy[random.Next(copy.Length)] = (byte)random.Next(256);
                ReadAll(copy);
            }
        }
    }

    // False if any of it was refused. Anything but the library's own exception fails the test.
    private static bool ReadAll(byte[] bytes)
    {
        try
        {
            var database = IpDatabase.Load(bytes);
            foreach (var (_, _, record) in MmdbFiles.Networks(database).Take(200))
            {
                if (record is { } found) MmdbFiles.ToJson(found);
            }

            return true;
        }
        catch (IpFormatException)
        {
            return false;
        }
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

    private static IPAddress ToIPv4(uint address) => new([(byte)(address >> 24), (byte)(address >> 16), (byte)(address >> 8), (byte)address]);

    private static IPAddress ToIPv6(UInt128 address)
    {
        var bytes = new byte[16];
        System.Buffers.Binary.BinaryPrimitives.WriteUInt128BigEndian(bytes, address);
        return new IPAddress(bytes);
    }
}
