using System.Globalization;
using GameLicenseExample.Game;
using GameLicenseExample.Playing;
using Genie.Extensions.Genius.Licences;
using Genie.Geocoding;
using Spectre.Console;

namespace GameLicenseExample.Tests.Playing;

public sealed class TerminalViewTests : IDisposable
{
    private static readonly PayTable Table = PayTable.ForHoldRate(PayTable.DefaultHoldRate);
    private readonly StringWriter _output = new(CultureInfo.InvariantCulture);

    public void Dispose() => _output.Dispose();

    [Fact]
    public void Credits_risk_hold_rate_wins_and_losses_are_shown()
    {
        var view = new TerminalView(Console(), Table);
        view.ShowDecision(Decision(isGranted: true));
        var game = new SlotGame(Table, new SeededRandom(5), credits: 77);
        game.Settle(new PlayResult(7, 0, Table.ReelsOf(Table.Numbers - 1), 0));
        view.ShowPlay(new PlayResult(7, 0, new Reels("[bell]", "★", "7"), 0), game.State);
        view.ShowStake(9, game.State);
        var shown = _output.ToString();
        foreach (var text in new[] { "accepted", "Philadelphia", "[bell]", "Credits", "70", "Risk", "9", "0 of 1", "Losses in a row", "1 (most 1)", "8.0", "200" }) Assert.Contains(text, shown, StringComparison.Ordinal);
    }

    [Fact]
    public void A_denial_shows_region_and_reason()
    {
        new TerminalView(Console(), Table).ShowDecision(Decision(isGranted: false));
        Assert.Contains("denied", _output.ToString(), StringComparison.Ordinal);
        Assert.Contains("[no] rule", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_screen_is_drawn_in_place_and_an_outage_moves_nothing()
    {
        using var screen = new TerminalScreen(width: 80);
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.Yes, ColorSystem = ColorSystemSupport.Standard, Interactive = InteractionSupport.No, Out = new AnsiConsoleOutput(screen) });
        screen.Write("The live page: http://127.0.0.1:5081/\n");
        var view = new TerminalView(console, Table);
        view.ShowDecision(Decision(isGranted: true));
        var game = new SlotGame(Table, new SeededRandom(5), credits: 100_000);
        view.ShowStake(1, game.State);
        var first = screen.Lines;
        Assert.StartsWith("The live page", first[0], StringComparison.Ordinal);
        for (var i = 0; i < 50; i++)
        {
            var play = game.Draw(1 + (i % 100));
            game.Settle(play);
            view.ShowPlay(play, game.State);
            view.ShowStake(1 + ((i + 1) % 100), game.State);
            ExpectSamePlaces(first, screen.Lines);
        }

        var before = screen.Lines;
        view.ShowAway(game.State.Credits, TimeSpan.FromSeconds(7));
        var during = screen.Lines;
        Assert.Equal($"The game server is away (7 s). Your {game.State.Credits} credits are kept.", Assert.Single(during.Except(before)));
        Assert.Equal(before.Count, during.Count);
        view.ShowBack();
        Assert.Equal("The game server is back.", Assert.Single(screen.Lines.Except(before)));
        view.ShowStake(1, game.State);
        view.ShowStake(1, game.State);
        ExpectSamePlaces(first, screen.Lines);
        Assert.DoesNotContain(screen.Lines, static line => line.StartsWith("The game server", StringComparison.Ordinal));
    }

    private static void ExpectSamePlaces(IReadOnlyList<string> first, IReadOnlyList<string> now)
    {
        Assert.Equal(first.Count, now.Count);
        foreach (var label in new[] { "The live page", "accepted", "Credits", "Risk", "Wins", "Losses in a row", "Hold rate", "three", "Enter plays" }) Assert.Equal((label, PlaceOf(first, label)), (label, PlaceOf(now, label)));
    }

    private static (int Row, int Column) PlaceOf(IReadOnlyList<string> lines, string label)
    {
        var row = lines.ToList().FindIndex(line => line.Contains(label, StringComparison.Ordinal));
        return (row, lines[row].IndexOf(label, StringComparison.Ordinal));
    }

    private IAnsiConsole Console() => AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, ColorSystem = ColorSystemSupport.NoColors, Out = new AnsiConsoleOutput(_output) });

    private static LicenceDecision Decision(bool isGranted) => new()
    {
        Licence = "1",
        IsGranted = isGranted,
        Region = new DecidingRegion("county", "42101", "Philadelphia"),
        Rule = "",
        Reason = "[no] rule",
        Place = new GeoPoint(0, 0),
        DecidedAt = DateTimeOffset.UnixEpoch,
    };
}
