using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class MapCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public async Task An_imported_layer_is_shown_drawn_and_looked_up()
    {
        var file = Write("""
            {"type":"Feature","properties":{"id":"Z1","name":"Test/Zone"},"geometry":{"type":"Polygon","coordinates":[[[-78,38],[-77,38],[-77,39],[-78,39],[-78,38]]]}}
            {"type":"Feature","properties":{"id":"Z2"},"geometry":{"type":"Point","coordinates":[1,2]}}
            """);
        var (code, output, error) = await GenieRun.RunAsync("map", "import", file, "--layer", "timezone", "--map-folder", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("timezone: 1 areas, 5 vertices, 0 repaired, 1 rows left out", output, StringComparison.Ordinal);
        Assert.Contains("row 2 (Z2) left out: its geometry is a 'Point'", error, StringComparison.Ordinal);

        var picture = Path.Combine(_folder.Path, "map.svg");
        (code, output, error) = await GenieRun.RunAsync("map", "info", "--layer", "timezone", "--map-folder", _folder.Path, "--picture", picture);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("timezone.index", output, StringComparison.Ordinal);
        Assert.StartsWith("<svg", await File.ReadAllTextAsync(picture), StringComparison.Ordinal);

        (_, output, _) = await GenieRun.RunAsync("geocode", "38.870945", "-77.055252", "--map-folder", _folder.Path);
        Assert.Contains("51013", output, StringComparison.Ordinal);
        Assert.Contains("Test/Zone", output, StringComparison.Ordinal);

        (code, output, error) = await GenieRun.RunAsync("micro", "geo", "--index", Path.Combine(_folder.Path, "timezone.index"), "--points", "20000", "--seconds", "0.1", "--json");
        Assert.True(code == ExitCode.Success, output + error);
        Assert.InRange(JsonDocument.Parse(output).RootElement.GetProperty("hits").GetInt32(), 1, 100);
    }

    [Fact]
    public async Task A_source_of_a_layer_of_ones_own_keeps_its_properties_and_is_removed_again()
    {
        var file = Write("""{"type":"Feature","properties":{"id":"P1","name":"Pa\u001brk","ranger":"Zoe"},"geometry":{"type":"Polygon","coordinates":[[[-78,38],[-77,38],[-77,39],[-78,39],[-78,38]]]}}""");
        var (code, output, error) = await GenieRun.RunAsync("map", "import", file, "--layer", "park", "--as", "north", "--keep", "ranger", "--map-folder", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        (_, output, _) = await GenieRun.RunAsync("geocode", "38.5", "-77.5", "--map-folder", _folder.Path);
        Assert.Contains("Pa\uFFFDrk", output, StringComparison.Ordinal);
        (_, output, _) = await GenieRun.RunAsync("geocode", "38.5", "-77.5", "--map-folder", _folder.Path, "--json");
        Assert.Equal("Zoe", JsonDocument.Parse(output).RootElement.GetProperty("park").GetProperty("properties").GetProperty("ranger").GetString());
        (code, output, error) = await GenieRun.RunAsync("map", "remove", "north", "--map-folder", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("park.north.index", output, StringComparison.Ordinal);
        (code, _, error) = await GenieRun.RunAsync("map", "remove", "north", "--map-folder", _folder.Path);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("no such import", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("no name", "map", "import", "FILE", "--layer", "county", "--as", "../x")]
    [InlineData("genie map remove ken", "map", "remove")]
    [InlineData("--layer country", "map", "import", "FILE")]
    [InlineData("Did you mean", "map", "import", "FILE", "--layer", "countie")]
    [InlineData("nowhere to import", "map", "import", "FILE", "--layer", "county", "--no-index")]
    [InlineData("no connection string", "map", "import", "FILE", "--layer", "county", "--database", "postgres")]
    [InlineData(".svg", "map", "info", "--picture", "map.png")]
    [InlineData("there is no folder", "map", "info", "--map-folder", "no-such-folder")]
    [InlineData("there is no folder", "map", "remove", "ken", "--map-folder", "no-such-folder")]
    [InlineData("--max-skipped: 0 or more", "map", "import", "FILE", "--layer", "county", "--max-skipped", "-1")]
    [InlineData("--key is for files", "map", "import", "built-in", "--key", "x", "--duckdb", "maps.duckdb")]
    [InlineData("no layer 'country'", "map", "import", "built-in", "--layer", "country", "--duckdb", "maps.duckdb")]
    [InlineData("--candidate genie", "micro", "geo", "--index", "FILE", "--candidate", "genie-batch")]
    public async Task Bad_arguments_end_with_code_2_and_say_what_would_do(string expected, params string[] arguments)
    {
        var file = Write("{}");
        var (code, _, error) = await GenieRun.RunAsync([.. arguments.Select(argument => argument == "FILE" ? file : argument)]);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains(expected, error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_built_in_layer_is_put_into_a_database_by_its_name_again_and_again()
    {
        for (var i = 0; i < 2; i++)
        {
            var (code, output, error) = await GenieRun.RunAsync("map", "import", "built-in", "--layer", "county", "--duckdb", Path.Combine(_folder.Path, "maps.duckdb"));
            Assert.True(code == ExitCode.Success, output + error);
            Assert.Equal("county: 3,233 areas", output.Trim());
        }
    }

    [Fact]
    public async Task What_a_database_refuses_ends_with_code_1()
    {
        var file = Write("""{"type":"Feature","properties":{"id":"a"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}""");
        var database = Path.Combine(_folder.Path, "no.duckdb");
        await File.WriteAllTextAsync(database, "This is no database, and long enough that nobody takes it for an empty one.");
        var (code, _, error) = await GenieRun.RunAsync("map", "import", file, "--layer", "county", "--map-folder", _folder.Path, "--duckdb", database);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("cannot be written", error, StringComparison.Ordinal);
        (code, _, error) = await GenieRun.RunAsync("map", "import", file, "--layer", "county", "--map-folder", _folder.Path, "--database", "Host=127.0.0.1;Port=1;Username=a;Password=secret-word");
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("cannot be used", error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret-word", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_no_map_ends_with_code_1()
    {
        var (code, _, error) = await GenieRun.RunAsync("map", "import", Write("no map"), "--layer", "county", "--map-folder", Path.Combine(_folder.Path, "not", "yet", "there"));
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("no GeoJSON", error, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();

    private string Write(string text)
    {
        var path = Path.Combine(_folder.Path, "map.geojsonl");
        File.WriteAllText(path, text);
        return path;
    }
}
