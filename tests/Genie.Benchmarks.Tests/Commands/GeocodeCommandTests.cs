using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class GeocodeCommandTests
{
    private static string Mmdb(string name) => Path.Combine(RepositoryRoot.Find(), "tests", "Genie.Geocoding.Tests", "Addresses", "Files", "test-data", name);

    [Fact]
    public async Task An_address_has_its_place_in_a_database_of_places()
    {
        var (code, output, error) = await GenieRun.RunAsync("geocode", "81.2.69.160", "--mmdb", Mmdb("GeoIP2-City-Test.mmdb"));
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("GB-ENG", output, StringComparison.Ordinal);
        Assert.Contains("London", output, StringComparison.Ordinal);
        Assert.Contains("51.5142, -0.0931", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Any_other_database_shows_its_record()
    {
        var (code, output, error) = await GenieRun.RunAsync("geocode", "1.128.0.1", "--mmdb", Mmdb("GeoLite2-ASN-Test.mmdb"));
        Assert.True(code == ExitCode.Success, output + error);
        var json = JsonDocument.Parse(output).RootElement;
        Assert.Equal((11, 1221), (json.GetProperty("prefix_bits").GetInt32(), json.GetProperty("record").GetProperty("autonomous_system_number").GetInt32()));
    }

    [Fact]
    public async Task A_point_off_the_coast_has_the_nearest_town_where_that_is_asked_for()
    {
        Assert.Contains("open sea", (await GenieRun.RunAsync("geocode", "37.75", "-122.62")).Output, StringComparison.Ordinal);
        Assert.Contains("place", (await GenieRun.RunAsync("geocode", "37.75", "-122.62", "--nearest", "15")).Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_point_in_a_port_has_the_nearest_country_marked_as_that_unless_it_is_turned_off()
    {
        var (_, text, _) = await GenieRun.RunAsync("geocode", "64.73", "177.51");
        Assert.Contains("No country has this point. The nearest is 1.5 km away:", text, StringComparison.Ordinal);
        Assert.Contains("RU-CHU", text, StringComparison.Ordinal);
        var json = JsonDocument.Parse((await GenieRun.RunAsync("geocode", "64.73", "177.51", "--json")).Output).RootElement;
        Assert.Equal("nearby", json.GetProperty("status").GetString());
        Assert.InRange(json.GetProperty("distance_m").GetDouble(), 1500, 1600);
        Assert.Contains("open sea", (await GenieRun.RunAsync("geocode", "64.73", "177.51", "--coast", "0")).Output, StringComparison.Ordinal);
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync("geocode", "64.73", "177.51", "--coast", "-1")).ExitCode);
    }

    [Fact]
    public async Task A_damaged_map_is_named_and_the_built_in_maps_answer()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "mine.index"), "no index");
        var (code, output, error) = await GenieRun.RunAsync("geocode", "38.870945", "-77.055252", "--map-folder", folder.Path);
        Assert.Equal(ExitCode.Success, code);
        Assert.Contains("51013", output, StringComparison.Ordinal);
        Assert.Contains("mine.index", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("38.870945,-77.055252")]
    [InlineData("38.870945N 77.055252W")]
    [InlineData("38.870945N", "77.055252W")]
    [InlineData("38.870945,", "-77.055252")]
    [InlineData("38°52'15.4\"N 77°03'18.9\"W")]
    [InlineData("geo:38.870945,-77.055252")]
    [InlineData("https://www.openstreetmap.org/#map=15/38.870945/-77.055252")]
    public async Task A_place_may_be_written_as_people_write_it(params string[] place)
    {
        var (code, output, error) = await GenieRun.RunAsync(["geocode", .. place]);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("51013", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_place_in_the_south_may_be_one_argument() =>
        Assert.Contains("AU-NSW", (await GenieRun.RunAsync("geocode", "-33.87,151.2")).Output, StringComparison.Ordinal);

    [Fact]
    public async Task A_mapped_address_is_the_address_and_a_file_for_IPv4_says_so()
    {
        Assert.Contains("GB-ENG", (await GenieRun.RunAsync("geocode", "::ffff:81.2.69.160", "--mmdb", Mmdb("GeoIP2-City-Test.mmdb"))).Output, StringComparison.Ordinal);
        Assert.Contains("prefix_bits", (await GenieRun.RunAsync("geocode", "::ffff:1.1.1.1", "--mmdb", Mmdb("MaxMind-DB-test-ipv4-24.mmdb"))).Output, StringComparison.Ordinal);
        Assert.Contains("for IPv4 only", (await GenieRun.RunAsync("geocode", "2001:db8::1", "--mmdb", Mmdb("MaxMind-DB-test-ipv4-24.mmdb"))).Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("LON is missing", ExitCode.BadArguments, "geocode", "38.870945")]
    [InlineData("'north' and '-77' are no place", ExitCode.BadArguments, "geocode", "north", "-77")]
    [InlineData("'38,87;-77,05' is no place", ExitCode.BadArguments, "geocode", "38,87;-77,05")]
    [InlineData("the latitude is -90 to 90", ExitCode.BadArguments, "geocode", "91", "0")]
    [InlineData("without leading zeros", ExitCode.BadArguments, "geocode", "010.020.030.040", "--mmdb", "LICENSE")]
    [InlineData("without a zone", ExitCode.BadArguments, "geocode", "fe80::1%eth0", "--mmdb", "LICENSE")]
    [InlineData("--nearest: more than 0", ExitCode.BadArguments, "geocode", "38.8", "-77", "--nearest", "-5")]
    [InlineData("--nearest: more than 0", ExitCode.BadArguments, "geocode", "38.8", "-77", "--nearest", "NaN")]
    [InlineData("there is no folder", ExitCode.BadArguments, "geocode", "38.8", "-77", "--map-folder", "no-such-folder")]
    [InlineData("--mmdb FILE", ExitCode.BadArguments, "geocode", "81.2.69.160")]
    [InlineData("one IP address", ExitCode.BadArguments, "geocode", "38.8", "-77", "--mmdb", "LICENSE")]
    [InlineData("cannot be used", ExitCode.Failure, "geocode", "81.2.69.160", "--mmdb", "LICENSE")]
    public async Task What_cannot_be_looked_up_says_why(string expected, int expectedCode, params string[] arguments)
    {
        var (code, _, error) = await GenieRun.RunAsync([.. arguments.Select(argument => argument == "LICENSE" ? Path.Combine(RepositoryRoot.Find(), argument) : argument)]);
        Assert.Equal(expectedCode, code);
        Assert.Contains(expected, error, StringComparison.Ordinal);
    }
}
