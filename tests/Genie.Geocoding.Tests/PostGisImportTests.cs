using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;
using Genie.Geocoding.PostGis;
using Npgsql;

namespace Genie.Geocoding.Tests;

/// <summary>Imports into PostGIS that are interrupted, or run at once.</summary>
[Collection(nameof(PostGisFixture))]
public sealed class PostGisImportTests(PostGisFixture fixture) : IDisposable
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    private readonly Import.ImportFolder _folder = new();

    // Of its own: other tests crash the server, and the connections of the fixture's are broken then.
    private readonly NpgsqlDataSource _database = NpgsqlDataSource.Create(fixture.ConnectionString.Length > 0 ? fixture.ConnectionString : "Host=127.0.0.1");

    public void Dispose()
    {
        _folder.Dispose();
        _database.Dispose();
    }

    [SkippableFact]
    public async Task An_import_that_is_cancelled_after_its_commit_is_in_place_everywhere_and_says_so()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        await MapImporter.RunAsync(Options("old"), null, CancellationToken.None);

        // A statement that goes on for as long as this transaction is open keeps the index from being exchanged.
        await using var other = await _database.OpenConnectionAsync();
        await using var transaction = await other.BeginTransactionAsync(System.Data.IsolationLevel.RepeatableRead);
        await new NpgsqlCommand("SELECT count(*) FROM genie.piece", other).ExecuteScalarAsync();
        using var cancellation = new CancellationTokenSource();
        var import = MapImporter.RunAsync(Options("new"), null, cancellation.Token);
        await UntilAsync("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE 'REINDEX%' AND wait_event_type = 'Lock')");
        Assert.Equal("new", _folder.At(20.5, -39.5, "timezone"));
        await cancellation.CancelAsync();
        var report = await import.WaitAsync(SafetyNet);
        Assert.Contains("PostGIS has the new layer", Assert.Single(report.Warnings), StringComparison.Ordinal);
        await using (var geocoder = fixture.Open()) Assert.Equal("new", (await geocoder.LookUpAsync(new GeoPoint(-39.5, 20.5), CancellationToken.None)).TimeZone?.Code);
        await transaction.RollbackAsync();

        // What was left, if anything, is gone with the next import.
        Assert.Empty((await MapImporter.RunAsync(Options("newer"), null, CancellationToken.None)).Warnings);
        Assert.Equal(1L, await _database.CreateCommand("SELECT count(*) FROM pg_indexes WHERE schemaname = 'genie' AND indexname LIKE 'piece_shape%'").ExecuteScalarAsync());
    }

    [SkippableTheory]
    [InlineData(null)]
    [InlineData("ken")]
    public async Task A_layer_is_replaced_by_one_of_the_same_codes(string? source)
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        var options = Options("same") with { Layer = "district", Source = source };
        var map = new MapName("district", source);
        long? before = null;
        for (var i = 0; i < 3; i++)
        {
            Assert.Equal(1, (await MapImporter.RunAsync(options, null, CancellationToken.None)).Areas);
            Assert.Equal(1L, await CountAsync($"SELECT count(*) FROM genie.area WHERE map = '{map}' AND code = 'same' AND part = 0"));
            Assert.Equal(1L, await CountAsync($"SELECT count(DISTINCT area) FROM genie.piece p JOIN genie.area a ON a.id = p.area WHERE map = '{map}'"));
            var number = await CountAsync($"SELECT id FROM genie.area WHERE map = '{map}'");
            Assert.True(before is null || number > before, "Whoever remembers the old area's number would find the new one behind it.");
            before = number;
        }
    }

    [SkippableFact]
    public async Task The_built_in_maps_are_replaced_by_themselves_with_the_areas_around_them()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        const string Count = "SELECT count(*) FROM genie.area WHERE map IN ('county', 'state')";
        var before = await CountAsync(Count);
        Assert.NotEmpty(await MapImporter.ImportBuiltInAsync(fixture.ConnectionString, CancellationToken.None));
        Assert.Equal(before, await CountAsync(Count));
    }

    [SkippableFact]
    public async Task What_the_database_refuses_during_an_import_is_told_by_the_library_and_the_old_layer_stays()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        await MapImporter.RunAsync(Options("before"), null, CancellationToken.None);
        await _database.CreateCommand("ALTER TABLE genie.area ADD CONSTRAINT none_of_these CHECK (code <> 'unwanted')").ExecuteNonQueryAsync();
        try
        {
            var error = await Assert.ThrowsAsync<GeocoderUnavailableException>(() => MapImporter.RunAsync(Options("unwanted"), null, CancellationToken.None));
            Assert.Contains("none_of_these", error.Message, StringComparison.Ordinal);
            Assert.False(error.IsTransient);
        }
        finally
        {
            await _database.CreateCommand("ALTER TABLE genie.area DROP CONSTRAINT none_of_these").ExecuteNonQueryAsync();
        }

        Assert.Equal(1L, await CountAsync("SELECT count(*) FROM genie.area WHERE map = 'timezone' AND code = 'before'"));
        Assert.Equal("before", _folder.At(20.5, -39.5, "timezone"));
    }

    [SkippableFact]
    public async Task An_import_whose_connection_is_ended_is_told_by_the_library()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        await using var sink = await PostGisSink.BeginAsync(fixture.ConnectionString, new MapName("timezone"), "test", CancellationToken.None);
        await _database.CreateCommand("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'COPY incoming%'").ExecuteNonQueryAsync();
        var error = await Assert.ThrowsAsync<GeocoderUnavailableException>(() => sink.PrepareAsync(CancellationToken.None));
        Assert.Contains("cannot be changed", error.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task Imports_of_one_layer_at_once_leave_it_once()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        var before = await CountAsync("SELECT count(*) FROM genie.import WHERE map = 'timezone'");
        var outcomes = await Task.WhenAll(Enumerable.Range(0, 6).Select(i => Task.Run(async () =>
        {
            try
            {
                await MapImporter.RunAsync(Options($"zone{i}") with { MapFolder = null }, null, CancellationToken.None);
                return true;
            }
            catch (GeocoderUnavailableException busy)
            {
                Assert.True(busy.IsTransient);
                Assert.Contains("Another import of the layer 'timezone'", busy.Message, StringComparison.Ordinal);
                return false;
            }
        })));
        Assert.Contains(true, outcomes);
        Assert.Equal(1L, await CountAsync("SELECT count(*) FROM genie.area WHERE map = 'timezone'"));
        Assert.Equal(outcomes.Count(done => done), await CountAsync("SELECT count(*) FROM genie.import WHERE map = 'timezone'") - before);

        await using var writer = await PostGisMapWriter.BeginAsync(_database, new MapName("timezone"), CancellationToken.None);
        await Assert.ThrowsAsync<GeocoderUnavailableException>(() => MapImporter.RunAsync(Options("late"), null, CancellationToken.None));
        await Assert.ThrowsAsync<PostgresException>(() => _database.CreateCommand("INSERT INTO genie.area (map, layer, code, name, parent_code) SELECT map, layer, code, name, parent_code FROM genie.area WHERE map = 'timezone'").ExecuteNonQueryAsync());
    }

    [Fact]
    public async Task Imports_of_one_layer_into_one_folder_at_once_are_refused_but_for_one()
    {
        await using var first = new IndexSink(_folder.Path, new MapName("timezone"));
        var error = await Assert.ThrowsAsync<IOException>(() => MapImporter.RunAsync(Options("zone") with { ConnectionString = null }, null, CancellationToken.None));
        Assert.Contains("Another import of the layer 'timezone'", error.Message, StringComparison.Ordinal);
        await first.DisposeAsync();
        await MapImporter.RunAsync(Options("zone") with { ConnectionString = null }, null, CancellationToken.None);
        Assert.Equal("zone", _folder.At(20.5, -39.5, "timezone"));
    }

    private MapImportOptions Options(string code) =>
        _folder.Options(_folder.Write($"{code}.geojson", $$"""{"type":"Feature","properties":{"code":"{{code}}"},"geometry":{"type":"Polygon","coordinates":[[[20,-40],[21,-40],[21,-39],[20,-39],[20,-40]]]} }"""), "timezone") with { ConnectionString = fixture.ConnectionString };

    private async Task<long> CountAsync(string sql) => (long)(await _database.CreateCommand(sql).ExecuteScalarAsync())!;

    private async Task UntilAsync(string sql)
    {
        using var timeout = new CancellationTokenSource(SafetyNet);
        while (!(bool)(await _database.CreateCommand(sql).ExecuteScalarAsync(timeout.Token))!) await Task.Delay(20, timeout.Token);
    }
}
