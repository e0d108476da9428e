using System.Globalization;
using GameLicenseExample.Game;
using Genie.Extensions.Genius.Licences;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace GameLicenseExample.Playing;

/// <summary>The machine on a terminal.</summary>
/// <param name="console">The terminal.</param>
/// <param name="table">The pay table, shown beside the reels.</param>
internal sealed class TerminalView(IAnsiConsole console, PayTable table) : IGameView
{
    private PlayResult? _last;
    private LicenceDecision? _decision;

    public void ShowDecision(LicenceDecision decision)
    {
        _decision = decision;
        var (colour, word) = decision.IsGranted ? ("green", "accepted") : ("red", "denied");
        console.Write(new Panel(new Markup($"[bold {colour}]{word}[/] {Markup.Escape($"{decision.Region}")}\n{Markup.Escape(decision.Reason)}")).Header(" Licence "));
    }

    public void ShowStake(int risk, GameState state)
    {
        console.Clear(home: true);
        if (_decision is not null) ShowDecision(_decision);
        console.Write(new Columns(Machine(risk, state), PayTableOf()) { Expand = false });
        console.MarkupLine("[grey]Enter plays, up and down change the stake, Q leaves.[/]");
    }

    public void ShowPlay(PlayResult play, GameState state) => _last = play;

    public void ShowLicenceEnded(string reason) => console.MarkupLine($"[bold red]The game is over:[/] {Markup.Escape(reason)}");

    public void ShowEnd(GameState state, PayTable table) => console.MarkupLine(string.Create(
        CultureInfo.InvariantCulture, $"You leave with [bold]{state.Credits}[/] credits after {state.Plays} plays: {state.Wins} wins, at most {state.LongestLosses} losses in a row."));

    private Panel Machine(int risk, GameState state)
    {
        var reels = _last?.Reels ?? new Reels("-", "-", "-");
        var colour = _last is { IsWin: true } ? "bold yellow" : "white";
        var rows = new Grid().AddColumn().AddColumn()
            .AddRow(new Markup($"[{colour}]{Markup.Escape($"[ {reels.First} | {reels.Second} | {reels.Third} ]")}[/]"), new Markup(_last is null ? "" : _last.IsWin ? $"[{colour}]paid {_last.Paid}[/]" : "[grey]nothing[/]"));
        AddRow(rows, "Credits", $"{state.Credits}");
        AddRow(rows, "Risk", $"{risk}");
        AddRow(rows, "Wins", $"{state.Wins} of {state.Plays}");
        AddRow(rows, "Losses in a row", $"{state.ConsecutiveLosses} (most {state.LongestLosses})");
        AddRow(rows, "Hold rate", string.Create(CultureInfo.InvariantCulture, $"{table.HoldRate:0.0%} (so far {state.HoldRate:0.0%})"));
        return new Panel(rows).Header(" Machine ");
    }

    private Table PayTableOf()
    {
        var pays = new Table().AddColumn("three").AddColumn(new TableColumn("pay").RightAligned());
        foreach (var prize in table.Prizes) pays.AddRow(Markup.Escape(prize.Symbol), prize.Multiplier.ToString(CultureInfo.InvariantCulture));
        return pays;
    }

    private static void AddRow(Grid grid, string name, string value) => grid.AddRow(new Text(name), (IRenderable)new Text(value));
}
