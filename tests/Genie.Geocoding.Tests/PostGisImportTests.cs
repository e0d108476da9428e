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
