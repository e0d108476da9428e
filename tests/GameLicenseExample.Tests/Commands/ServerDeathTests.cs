using System.Diagnostics;
using System.Globalization;
using GameLicenseExample.Playing;
using GameLicenseExample.Tests.Features;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Licences;
using Genie.Servers;
using Genie.Testing;

namespace GameLicenseExample.Tests.Commands;

/// <summary>The server is killed with -9 while somebody plays, in real processes.</summary>
public sealed class ServerDeathTests : IDisposable
{
    private const string Philadelphia = "39.9956,-75.1145";
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_game_waits_for_its_server_and_goes_on_with_every_credit()
    {
        var url = $"tcp://127.0.0.1:{Ports.PickFree()}";
        string[] serve = ["serve", "--controlled", "--folder", _folder.Path, "--url", url];
        using var first = GameProcess.Start(serve);
        var key = (await first.ReadLineAsync())!.Split(' ')[1];
        using var game = GameProcess.Start("--server", key, "--url", url, "--at", Philadelphia, "--script", "--seed", "7", "--plays", "400", "--credits", "100000", "--folder", _folder.Path);
        Assert.StartsWith("accepted", await game.ReadLineAsync(), StringComparison.Ordinal);
        await ReadUntilAsync(game, "play 20:");
        await first.KillAsync();
        var away = await ReadUntilAsync(game, "away: the game server does not answer; your ");
        Assert.EndsWith(" credits are kept, and the game goes on when it is back", away, StringComparison.Ordinal);
        using var second = GameProcess.Start(serve);
        Assert.StartsWith("ready", await second.ReadLineAsync(), StringComparison.Ordinal);
        await ReadUntilAsync(game, "back: the game server answers again");
        await ExpectWholeGameAsync(game, second, plays: 400);
    }

    [SkippableFact]
    public async Task A_demo_starts_its_server_again()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "a process's children are looked up in /proc");
        using var game = GameProcess.Start("demo", "--at", Philadelphia, "--script", "--seed", "7", "--plays", "400", "--credits", "100000", "--page", "0", "--folder", _folder.Path);
        var page = (await ReadUntilAsync(game, "The live page: ")).Split(' ')[^1];
        await ReadUntilAsync(game, "play 20:");
        using (var server = Process.GetProcessById(ChildOf(game.Id))) server.Kill();

        // No play is on record without a server, and the page is where it was, though perhaps a moment later.
        await ReadUntilAsync(game, "play 300:");
        using var http = new HttpClient();
        await TestFeatures.UntilAsync(() => ReadPageAsync(http, page), static read => read.Contains("<canvas", StringComparison.Ordinal));
        await ExpectWholeGameAsync(game, server: null, plays: 400);
    }

    [Fact]
    public async Task A_server_that_stays_away_ends_the_game_in_words()
    {
        var url = $"tcp://127.0.0.1:{Ports.PickFree()}";
        using var server = GameProcess.Start("serve", "--controlled", "--folder", _folder.Path, "--url", url);
        var key = (await server.ReadLineAsync())!.Split(' ')[1];
        using var game = GameProcess.Start("--server", key, "--url", url, "--at", Philadelphia, "--script", "--plays", "1000000", "--credits", "1000000000", "--wait", "1", "--folder", _folder.Path);
        await ReadUntilAsync(game, "play 5:");
        await server.KillAsync();
        while (await game.ReadLineAsync() is not null)
        {
            // Until it ends.
        }

        Assert.Equal(1, await game.ExitAsync());
        Assert.Matches("^The game server has been away for [0-9]+ s, so the game ends here. You have [0-9]+ credits; every play that counted is on record", await game.ReadErrorAsync());
    }

    [SkippableFact]
    public async Task A_demo_that_is_told_to_end_has_its_player_leave_with_his_credits()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "signals are sent by kill");
        using var game = GameProcess.Start("demo", "--at", Philadelphia, "--script", "--plays", "1000000", "--credits", "1000000000", "--folder", _folder.Path);
        await ReadUntilAsync(game, "play 20:");
        using (var kill = Process.Start("kill", ["-TERM", game.Id.ToString(CultureInfo.InvariantCulture)])) await kill.WaitForExitAsync();
        var left = await ReadUntilAsync(game, "left with ");
        Assert.Equal(1, await game.ExitAsync());
        var events = await ReadEventsAsync();
        Assert.Equal([PlayJournal.Begun, .. Enumerable.Repeat(PlayJournal.Played, events.Count - 2), PlayJournal.Left], events.Select(each => each.Kind));
        Assert.Equal(events[^1].Value, events[0].Value + events.Where(each => each.Kind == PlayJournal.Played).Sum(each => each.Value));
        Assert.StartsWith(string.Create(CultureInfo.InvariantCulture, $"left with {events[^1].Value} credits: {events.Count - 2} plays"), left, StringComparison.Ordinal);
    }

    private static async Task<string> ReadPageAsync(HttpClient http, string page)
    {
        try
        {
            return await http.GetStringAsync(new Uri(page));
        }
        catch (HttpRequestException)
        {
            return "";
        }
    }

    private static async Task<string> ReadUntilAsync(GameProcess game, string start)
    {
        while (await game.ReadLineAsync() is { } line)
        {
            if (line.StartsWith(start, StringComparison.Ordinal)) return line;
        }

        throw new InvalidOperationException($"The game ended before it said '{start}': {await game.ReadErrorAsync()}");
    }

    /// <summary>Reads a game to its end, and then what is on record of it.</summary>
    private async Task ExpectWholeGameAsync(GameProcess game, GameProcess? server, int plays)
    {
        var left = await ReadUntilAsync(game, "left with ");
        Assert.Equal(0, await game.ExitAsync());
        server?.CloseInput();
        if (server is not null) await server.ExitAsync();
        var events = await ReadEventsAsync();
        Assert.Equal([PlayJournal.Begun, .. Enumerable.Repeat(PlayJournal.Played, plays), PlayJournal.Left], events.Select(each => each.Kind));
        var credits = events[0].Value + events.Where(each => each.Kind == PlayJournal.Played).Sum(each => each.Value);
        Assert.Equal(events[^1].Value, credits);
        Assert.StartsWith(string.Create(CultureInfo.InvariantCulture, $"left with {credits} credits: {plays} plays"), left, StringComparison.Ordinal);
    }

    private async Task<List<GeniusEvent>> ReadEventsAsync()
    {
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = Path.Combine(_folder.Path, "events"), SegmentBytes = 4 << 20 }, default);
        var events = new List<GeniusEvent>();
        await foreach (var each in store.ReadAllAsync(0, new EventFilter { Category = "machine", Types = [LicenceEvents.MachineEvent] }, default)) events.Add(EventCodec.Decode(each.Payload.Span));
        return events;
    }

    private static int ChildOf(int process) => Directory.GetDirectories($"/proc/{process}/task").SelectMany(each => File.ReadAllText(Path.Combine(each, "children")).Split(' ', StringSplitOptions.RemoveEmptyEntries))
        .Select(each => int.Parse(each, CultureInfo.InvariantCulture)).Single();
}
