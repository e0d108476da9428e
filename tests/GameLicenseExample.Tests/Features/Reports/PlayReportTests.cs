using DuckDB.NET.Data;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Reports;
using Genie.Geocoding;
using Genie.Testing;
using static GameLicenseExample.Tests.Features.TestFeatures;

namespace GameLicenseExample.Tests.Features.Reports;

public sealed class PlayReportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Plays_are_counted_by_place_and_hour()
    {
        await using var features = await StartAsync();
        await features.PlayAsync("ann", 2, 10, Noon, Philadelphia);
        await features.PlayAsync("ann", 3, 0, Noon.AddMinutes(59), Philadelphia);
        await features.PlayAsync("ben", 1, 0, Noon.AddMinutes(59), Philadelphia);
        await features.PlayAsync("ben", 1, 0, Noon.AddMinutes(60), Philadelphia);
        await features.PlayAsync("ben", 1, 0, Noon, Pentagon);
        await features.PlayAsync("ben", 1, 0, Noon, new GeoPoint(0, -30));
        using var geocoder = EmbeddedGeocoder.OpenDefault();
        var rows = await PlayReport.ReadAsync(features.Store, geocoder, null, null, default);
        Assert.Equal(
        [
            new PlayRow(Noon, "", "", "", "") { Plays = 1, Staked = 1, Machines = 1 },
            new PlayRow(Noon, "US", "US-PA", "42101", "Philadelphia") { Plays = 3, Staked = 6, Paid = 10, Machines = 2 },
            new PlayRow(Noon, "US", "US-VA", "51013", "Arlington") { Plays = 1, Staked = 1, Machines = 1 },
            new PlayRow(Noon.AddHours(1), "US", "US-PA", "42101", "Philadelphia") { Plays = 1, Staked = 1, Machines = 1 },
        ], rows);

        // A period has its first instant in it, and not its last.
        Assert.Equal(rows.Skip(3), await PlayReport.ReadAsync(features.Store, geocoder, Noon.AddHours(1), null, default));
        Assert.Equal(rows.Take(3), await PlayReport.ReadAsync(features.Store, geocoder, Noon, Noon.AddHours(1), default));
        Assert.Empty(await PlayReport.ReadAsync(features.Store, geocoder, null, Noon, default));
    }

    [Theory]
    [InlineData("plays.parquet")]
    [InlineData("it's.csv")]
    public void What_is_written_is_read_again_by_DuckDB(string name)
    {
        PlayRow[] rows = [new(Noon, "US", "US-PA", "42101", "Philadelphia, \"the\" city") { Plays = 3, Staked = 6, Paid = 10, Machines = 2 }, new(Noon.AddHours(1), "US", "US-VA", "51013", "Arlington") { Plays = 1, Staked = 1, Machines = 1 }];
        var path = Path.Combine(_folder.Path, name);
        ReportFile.Write(rows, path);
        using var database = new DuckDBConnection("DataSource=:memory:");
        database.Open();
        using var command = database.CreateCommand();
        command.CommandText = $"SELECT hour, name, plays, staked, paid, machines FROM '{path.Replace("'", "''", StringComparison.Ordinal)}' ORDER BY hour";
        using var reader = command.ExecuteReader();
        foreach (var row in rows)
        {
            Assert.True(reader.Read());
            Assert.Equal((row.Hour.UtcDateTime, row.Name, row.Plays, row.Staked, row.Paid, row.Machines),
                (reader.GetDateTime(0), reader.GetString(1), reader.GetInt64(2), reader.GetInt64(3), reader.GetInt64(4), reader.GetInt64(5)));
        }

        Assert.False(reader.Read());
    }

    [Fact]
    public void A_file_of_another_kind_or_in_no_folder_is_refused()
    {
        Assert.Throws<FeatureRefusedException>(() => ReportFile.Write([], "plays.xls"));
        Assert.Throws<IOException>(() => ReportFile.Write([], Path.Combine(_folder.Path, "none", "plays.csv")));
    }
}
