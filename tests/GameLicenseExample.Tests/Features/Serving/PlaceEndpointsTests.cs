using System.Text;
using System.Text.Json;
using GameLicenseExample.Tests.Commands;
using static GameLicenseExample.Tests.Features.TestFeatures;

namespace GameLicenseExample.Tests.Features.Serving;

/// <summary>Locator, signals, reports and leaderboard through HTTP, with a game that plays on the server.</summary>
public sealed class PlaceEndpointsTests(GameServer server) : IClassFixture<GameServer>
{
    [Fact]
    public async Task The_nearest_venue_is_the_first()
    {
        await server.DoAsync("venues", new { request = "v1", name = "far", latitude = 40.1, longitude = -75.1 });
        await server.DoAsync("venues", new { request = "v2", name = "near", latitude = 39.95, longitude = -75.16 });
        var found = await UntilAsync(() => server.GetAsync("venues?latitude=39.95&longitude=-75.17"), each => each.GetArrayLength() == 2);
        Assert.Equal(["near", "far"], found.EnumerateArray().Select(each => each.GetProperty("name").GetString()));
        Assert.InRange(found[0].GetProperty("metres").GetDouble(), 800, 900);
        await server.ExpectRefusalAsync("venues", new { request = "v3", name = "nowhere", latitude = 91, longitude = 0 });
    }

    [Fact]
    public async Task A_friend_is_found_while_he_consents()
    {
        await server.DoAsync("people", new { request = "p1", name = "ann", latitude = 39.95, longitude = -75.16 });
        await server.DoAsync("people", new { request = "p2", name = "ben", latitude = 39.96, longitude = -75.16 });
        Assert.Equal(0, (await server.GetAsync("friends?person=ann")).GetArrayLength());
        await server.DoAsync("consents", new { request = "c1", owner = "ben", friend = "ann", seconds = 3600 });
        var found = await UntilAsync(() => server.GetAsync("friends?person=ann"), each => each.GetArrayLength() == 1);
        Assert.Equal("ben", found[0].GetProperty("name").GetString());
        Assert.Equal(0, (await server.GetAsync("friends?person=ben")).GetArrayLength());
        Assert.Equal("ann", (await server.FindAsync("consents", "owner", "ben")).GetProperty("friend").GetString());
        await server.DoAsync("consents", new { request = "c2", owner = "ben", friend = "ann" });
        Assert.Equal(0, (await server.GetAsync("friends?person=ann")).GetArrayLength());
        Assert.Equal(0, (await server.GetAsync("state")).GetProperty("consents").GetArrayLength());
    }

    [Fact]
    public async Task A_place_is_estimated_from_networks_with_its_error()
    {
        for (var i = 0; i < 2; i++)
        {
            await server.DoAsync("signals", new { request = "s1", network = "AA:BB:CC:00:11:22", latitude = 39.95, longitude = -75.16, levelDbm = -50 });
            await server.DoAsync("signals", new { request = "s2", network = "aa:bb:cc:00:11:22", latitude = 39.9502, longitude = -75.16, levelDbm = -50 });
        }

        var network = (await server.GetAsync("state")).GetProperty("networks").GetProperty("aa:bb:cc:00:11:22");
        Assert.Equal(2, network.GetProperty("observations").GetInt32());
        Assert.Equal(39.9501, network.GetProperty("latitude").GetDouble(), 1e-9);
        var place = await server.DoAsync("signals/locate", new Dictionary<string, double> { ["aa:bb:cc:00:11:22"] = -40 });
        Assert.Equal(39.9501, place.GetProperty("latitude").GetDouble(), 1e-9);
        Assert.True(place.GetProperty("errorMetres").GetDouble() > network.GetProperty("errorMetres").GetDouble());
        await server.ExpectRefusalAsync("signals/locate", new Dictionary<string, double> { ["00:00:00:00:00:00"] = -40 });
        await server.ExpectRefusalAsync("signals", new { request = "s3", network = "wlan", latitude = 39.95, longitude = -75.16, levelDbm = -50 });
    }

    [Fact]
    public async Task What_a_game_plays_is_in_the_report_in_its_files_and_on_the_leaderboard()
    {
        var (exitCode, _, error) = await GameRun.RunAsync(
            "--server", server.Identity, "--url", server.Url, "--folder", Path.Combine(server.Folder, "machine"), "--at", "39.9956,-75.1145", "--script", "--seed", "7", "--plays", "30", "--risk", "2", "--credits", "200");
        Assert.Equal((0, ""), (exitCode, error));
        var row = (await server.GetAsync("report")).EnumerateArray().Aggregate((Plays: 0L, Staked: 0L), Add);
        Assert.Equal((30, 60), row);
        var csv = await server.Http.GetStringAsync("features/report.csv");
        Assert.StartsWith("hour,country,state,county,name,plays,staked,paid,machines\n", csv, StringComparison.Ordinal);
        Assert.Contains(",US,US-PA,42101,", csv, StringComparison.Ordinal);
        var parquet = await server.Http.GetByteArrayAsync("features/report.parquet");
        Assert.Equal("PAR1PAR1", Encoding.ASCII.GetString([.. parquet[..4], .. parquet[^4..]]));

        // The board ends by itself, some seconds after the plays have ceased.
        var boards = await UntilAsync(async () => (await server.GetAsync("state")).GetProperty("boards"), each => each.EnumerateArray().Any(board => board.GetProperty("region").GetString() == "42101"));
        var county = boards.EnumerateArray().First(board => board.GetProperty("region").GetString() == "42101");
        Assert.StartsWith("machine/", county.GetProperty("leaders")[0].GetProperty("player").GetString(), StringComparison.Ordinal);
        Assert.Contains(boards.EnumerateArray(), board => board.GetProperty("region").GetString() == "US");
    }

    private static (long Plays, long Staked) Add((long Plays, long Staked) sum, JsonElement row) => (sum.Plays + row.GetProperty("plays").GetInt64(), sum.Staked + row.GetProperty("staked").GetInt64());
}
