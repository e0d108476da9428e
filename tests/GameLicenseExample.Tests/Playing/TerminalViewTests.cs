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
