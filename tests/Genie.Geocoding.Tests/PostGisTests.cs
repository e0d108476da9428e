using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;
using Genie.Geocoding.PostGis;
using Npgsql;

namespace Genie.Geocoding.Tests;

[Collection(nameof(PostGisFixture))]
public sealed class PostGisTests(PostGisFixture fixture)
{
    private static readonly GeoPoint Pentagon = new(38.870945, -77.055252);

    [SkippableFact]
    public async Task Migrations_are_applied_once()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        Assert.Equal(["001_map.sql", "002_reader.sql", "003_small_pages.sql", "004_imports.sql"], fixture.FirstMigrations);
        Assert.Empty(await PostGisMigrations.ApplyAsync(fixture.Owner, CancellationToken.None));
    }

    [SkippableFact]
    public async Task A_known_place_has_its_county_state_and_country()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        await using var geocoder = fixture.Open();
        Assert.Equal(BuiltIn.Geocoder.LookUp(Pentagon), await geocoder.LookUpAsync(Pentagon, CancellationToken.None));
        Assert.Equal("FR-75", (await geocoder.LookUpAsync(new GeoPoint(48.8566, 2.3522), CancellationToken.None)).State?.Code);
        Assert.Equal(LookupStatus.Nowhere, (await geocoder.LookUpAsync(new GeoPoint(0, 0), CancellationToken.None)).Status);
        Assert.Equal(LookupStatus.InvalidCoordinate, (await geocoder.LookUpAsync(new GeoPoint(double.NaN, 0), CancellationToken.None)).Status);
    }

    [SkippableFact]
    public async Task The_serving_role_may_only_read()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        await using var reader = NpgsqlDataSource.Create(fixture.ConnectionString + ";Options=-c role=genie_reader");
        foreach (var sql in new[] { "DELETE FROM genie.area", "UPDATE genie.area SET name = ''", "INSERT INTO genie.piece SELECT * FROM genie.piece", "DROP TABLE genie.piece", "TRUNCATE genie.piece" })
        {
            await using var command = reader.CreateCommand(sql);
            var error = await Assert.ThrowsAsync<PostgresException>(() => command.ExecuteNonQueryAsync());
            Assert.Equal(PostgresErrorCodes.InsufficientPrivilege, error.SqlState);
        }
    }

    [SkippableFact]
    public async Task Callers_one_after_the_other_are_never_batched_and_many_at_once_are()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        await using var geocoder = fixture.Open();
        for (var i = 0; i < 20; i++) await geocoder.LookUpAsync(Pentagon, CancellationToken.None);
        Assert.Equal(20, geocoder.RoundTrips);

        var points = Sampling.SamplePoints.Make("us", 2000, 9);
        var answers = await Task.WhenAll(points.Select(point => geocoder.LookUpAsync(point, CancellationToken.None).AsTask()));
        Assert.InRange(geocoder.RoundTrips - 20, 2, 500);
        Assert.Equal(points.Select(point => BuiltIn.Geocoder.LookUp(point).County?.Code), answers.Select(answer => answer.County?.Code));
    }

    [SkippableFact]
    public async Task A_cancelled_caller_leaves_and_the_others_get_their_answers()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        await using var geocoder = fixture.Open(connections: 1);
        using var cancellation = new CancellationTokenSource();
        var lookups = Enumerable.Range(0, 50).Select(i => geocoder.LookUpAsync(Pentagon, i > 0 && i % 2 == 0 ? cancellation.Token : CancellationToken.None).AsTask()).ToArray();
        await cancellation.CancelAsync();
        for (var i = 0; i < lookups.Length; i++)
        {
            if (i > 0 && i % 2 == 0 && !lookups[i].IsCompletedSuccessfully) await Assert.ThrowsAnyAsync<OperationCanceledException>(() => lookups[i]);
            else Assert.Equal("51013", (await lookups[i]).County?.Code);
        }
    }

    [SkippableFact]
    public async Task A_failed_import_leaves_the_old_map_and_a_good_one_is_seen_at_once()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        await using var geocoder = fixture.Open();
        var nowhere = new GeoPoint(0.5, 0.5);
        await PostGisMap.ReplaceAsync(fixture.Owner, Zone("one"), CancellationToken.None);
        Assert.Equal("one", (await geocoder.LookUpAsync(nowhere, CancellationToken.None)).TimeZone?.Code);
        await Assert.ThrowsAnyAsync<PostgresException>(() => PostGisMap.ReplaceAsync(fixture.Owner, Zone("no text \0"), CancellationToken.None));
        Assert.Equal("one", (await geocoder.LookUpAsync(nowhere, CancellationToken.None)).TimeZone?.Code);
        await PostGisMap.ReplaceAsync(fixture.Owner, Zone("two"), CancellationToken.None);
        Assert.Equal("two", (await geocoder.LookUpAsync(nowhere, CancellationToken.None)).TimeZone?.Code);
        await PostGisMap.ReplaceAsync(fixture.Owner, new MapLayer("timezone", []), CancellationToken.None);
        Assert.Equal(LookupStatus.Nowhere, (await geocoder.LookUpAsync(nowhere, CancellationToken.None)).Status);
    }

    [SkippableFact]
    public async Task An_import_leaves_an_index_of_small_pages_and_nothing_of_one_that_was_broken_off()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        await using (var broken = fixture.Owner.CreateCommand("CREATE INDEX piece_shape_ccnew ON genie.piece USING gist (shape)")) await broken.ExecuteNonQueryAsync();
        await PostGisMap.ReplaceAsync(fixture.Owner, Zone("one"), CancellationToken.None);
        await PostGisMap.ReplaceAsync(fixture.Owner, new MapLayer("timezone", []), CancellationToken.None);
        await using var command = fixture.Owner.CreateCommand("SELECT indexname, pg_relation_size('genie.' || indexname) / 8192, (SELECT count(*) FROM genie.piece) FROM pg_indexes WHERE schemaname = 'genie' AND indexname LIKE 'piece_shape%'");
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        Assert.Equal("piece_shape", reader.GetString(0));

        // Full pages hold some 200.
        Assert.InRange(reader.GetInt64(2) / reader.GetInt64(1), 20, 90);
        Assert.False(await reader.ReadAsync());
    }

    [SkippableFact]
    public async Task A_map_read_back_has_the_same_polygons()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        var read = await PostGisMap.ReadAsync(fixture.Owner, "county", CancellationToken.None);
        Assert.Equal(BuiltIn.Counties.Areas.Count, read.Areas.Count);
        var source = BuiltIn.Counties.Areas.ToDictionary(area => area.Code);
        foreach (var area in read.Areas.Where(area => !fixture.Repaired.Contains(area.Code)))
        {
            Assert.Equal((source[area.Code].Name, source[area.Code].ParentCode), (area.Name, area.ParentCode));

            // Rings of two places, which rounding left of tiny islands, bound nothing.
            Assert.Equal(source[area.Code].Polygons.SelectMany(polygon => polygon.Rings).Select(ring => ring.Length).Where(length => length >= 8), area.Polygons.SelectMany(polygon => polygon.Rings).Select(ring => ring.Length));
        }
    }

    [SkippableFact]
    public async Task A_server_that_crashed_is_named_and_one_that_came_back_is_used()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        Skip.If(fixture.Server.Process is null, "The server is the user's; tests do not kill it.");
        await using var geocoder = fixture.Open();
        Assert.Equal("51013", (await geocoder.LookUpAsync(Pentagon, CancellationToken.None)).County?.Code);
        await fixture.Server.CrashAndRestartAsync(TimeSpan.Zero);
        var answers = await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => geocoder.LookUpAsync(Pentagon, CancellationToken.None).AsTask()));
        Assert.All(answers, answer => Assert.Equal("51013", answer.County?.Code));
    }

    [Fact]
    public async Task A_database_that_is_not_there_is_an_error_that_says_where_and_what_to_do()
    {
        var port = Servers.Ports.PickFree();
        await using var geocoder = PostGisGeocoder.Open(new PostGisOptions { ConnectionString = $"Host=127.0.0.1;Port={port};Username=u;Password=p;Database=places", Connections = 1 });
        var lookups = Enumerable.Range(0, 5).Select(_ => geocoder.LookUpAsync(Pentagon, CancellationToken.None).AsTask()).ToArray();
        foreach (var lookup in lookups)
        {
            var error = await Assert.ThrowsAsync<GeocoderUnavailableException>(() => lookup);
            Assert.True(error.IsTransient);
            Assert.Contains($"places at 127.0.0.1:{port}", error.Message, StringComparison.Ordinal);
            Assert.Contains("Start it", error.Message, StringComparison.Ordinal);
        }
    }

    [SkippableFact]
    public async Task An_imported_file_is_answered_alike_by_the_database_and_the_index_and_a_bad_one_changes_neither()
    {
        Skip.If(PostGisFixture.WhyUnavailable is not null, PostGisFixture.WhyUnavailable);
        using var folder = new Import.ImportFolder();
        var options = folder.Options(folder.Write("a.geojsonl", Places("bow", "[[[20,-40],[22,-38],[22,-40],[20,-38],[20,-40]]]")), "place") with { ConnectionString = fixture.ConnectionString };
        Assert.Single((await MapImporter.RunAsync(options, null, CancellationToken.None)).Repaired);
        await CheckAsync("bow");

        // It comes as the last row, when all others are there.
        var bad = folder.Write("b.geojsonl", Places("x", "[[[20,-40],[21,-40],[21,-39],[20,-40]]]") + Places("\\u0000", "[[[20,-40],[21,-40],[21,-39],[20,-40]]]"));
        var error = await Assert.ThrowsAsync<MapFormatException>(() => MapImporter.RunAsync(options with { File = bad, MaxSkipped = 0 }, null, CancellationToken.None));
        Assert.Contains("U+0000", error.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<MapFormatException>(() => MapImporter.RunAsync(options with { File = folder.Write("c.geojsonl", Places("y", "[[[20,-40],[21,-40],[21,-39],[20,-40]]]") + "{") }, null, CancellationToken.None));
        await CheckAsync("bow");

        var info = Assert.Single(await Maps.Info.DatabaseMaps.ReadAsync(fixture.ConnectionString, CancellationToken.None), layer => layer.Layer == "place");
        Assert.Equal((1L, 0L, new Maps.Info.MapExtent(20, -40, 22, -38)), (info.Areas, info.InvalidAreas, info.Extent));
        Assert.Contains("<path", Maps.Info.MapPicture.Draw([info]), StringComparison.Ordinal);

        async Task CheckAsync(string code)
        {
            await using var geocoder = fixture.Open();
            foreach (var (x, y, expected) in new[] { (20.5, -39.0, code), (21.5, -39.0, code), (21.0, -39.5, null) })
            {
                Assert.Equal(expected, folder.At(x, y, "place"));
                Assert.Equal(expected, (await geocoder.LookUpAsync(new GeoPoint(y, x), CancellationToken.None)).Place?.Code);
            }
        }

        static string Places(string code, string rings) => $$"""{"type":"Feature","properties":{"code":"{{code}}"},"geometry":{"type":"Polygon","coordinates":{{rings}} } }""" + "\n";
    }

    [Fact]
    public async Task A_database_that_is_not_there_ends_an_import_with_where_it_should_be()
    {
        using var folder = new Import.ImportFolder();
        var port = Servers.Ports.PickFree();
        var options = folder.Options(folder.Write("a.geojson", "{}")) with { ConnectionString = $"Host=127.0.0.1;Port={port};Username=u;Password=p;Database=places" };
        var error = await Assert.ThrowsAsync<GeocoderUnavailableException>(() => MapImporter.RunAsync(options, null, CancellationToken.None));
        Assert.Contains($"places at 127.0.0.1:{port}", error.Message, StringComparison.Ordinal);
    }

    private static MapLayer Zone(string code) => new("timezone", [new MapArea(code, code, [], [new MapPolygon([[0, 0, 1, 0, 1, 1, 0, 1]])])]);
}
