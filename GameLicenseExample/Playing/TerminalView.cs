using System.Globalization;
using GameLicenseExample.Game;
using Genie.Extensions.Genius.Licences;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace GameLicenseExample.Playing;

/// <summary>The machine on a terminal, drawn over itself in place: every line has its place from the first picture to the last.</summary>
/// <param name="console">The terminal.</param>
/// <param name="table">The pay table, shown beside the reels.</param>
internal sealed class TerminalView(IAnsiConsole console, PayTable table) : IGameView
{
    private const int ValueWidth = 22;
    private const string Help = "[grey]Enter plays, up and down change the stake, Q leaves.[/]";

    private readonly InPlaceScreen _screen = new(console);
    private PlayResult? _last;
    private LicenceDecision? _decision;
    private (int Risk, GameState State)? _shown;
    private string _message = "";
    private bool _isAway;

    public void ShowDecision(LicenceDecision decision)
    {
        _decision = decision;
        if (!decision.IsGranted) console.Write(Licence(decision));
    }

    public void ShowStake(int risk, GameState state)
    {
        Draw(risk, state);

        // Until the next key.
        if (!_isAway) _message = "";
    }

    public void ShowPlay(PlayResult play, GameState state)
    {
        _last = play;
        Draw(play.Risk, state);
    }

    public void ShowAway(long credits, TimeSpan away)
    {
        _isAway = true;
        _message = string.Create(CultureInfo.InvariantCulture, $"[bold yellow]The game server is away ({away.TotalSeconds:0} s).[/] Your {credits} credits are kept.");
        if (_shown is { } shown) Draw(shown.Risk, shown.State);
        else console.MarkupLine(_message);
    }

    public void ShowBack()
    {
        _isAway = false;
        _message = "[green]The game server is back.[/]";
        if (_shown is { } shown) Draw(shown.Risk, shown.State);
        else console.MarkupLine(_message);
    }

    public void ShowLicenceEnded(string reason) => console.MarkupLine($"[bold red]The game is over:[/] {Markup.Escape(reason)}");

    public void ShowEnd(GameState state, PayTable table) => console.MarkupLine(string.Create(
        CultureInfo.InvariantCulture, $"You leave with [bold]{state.Credits}[/] credits after {state.Plays} plays: {state.Wins} wins, at most {state.LongestLosses} losses in a row."));

    private void Draw(int risk, GameState state)
    {
        _shown = (risk, state);
        var rows = new List<IRenderable> { new Columns(Machine(risk, state), PayTableOf()) { Expand = false }, Line(Help), Line(_message) };
        if (_decision is not null) rows.Insert(0, Licence(_decision));
        _screen.Draw(new Rows(rows));
    }

    // One line, whether there is something to say or not: what is below it does not move.
    private static Markup Line(string text) => new(text.Length > 0 ? text : " ") { Overflow = Overflow.Ellipsis };

    private static Panel Licence(LicenceDecision decision)
    {
        var (colour, word) = decision.IsGranted ? ("green", "accepted") : ("red", "denied");
        return new Panel(new Markup($"[bold {colour}]{word}[/] {Markup.Escape($"{decision.Region}")}\n{Markup.Escape(decision.Reason)}")).Header(" Licence ");
    }

    private Panel Machine(int risk, GameState state)
    {
        var reels = _last?.Reels ?? new Reels("-", "-", "-");
        var colour = _last is { IsWin: true } ? "bold yellow" : "white";

        // As wide as the longest symbols: what is beside the reels does not move with them.
        var symbol = table.Prizes.Max(static each => each.Symbol.Length);
        var shown = $"[ {reels.First.PadRight(symbol)} | {reels.Second.PadRight(symbol)} | {reels.Third.PadRight(symbol)} ]";
        var rows = new Grid().AddColumn(new GridColumn().Width(shown.Length).NoWrap()).AddColumn(new GridColumn().Width(ValueWidth).NoWrap())
            .AddRow(new Markup($"[{colour}]{Markup.Escape(shown)}[/]"), new Markup(_last is null ? "" : _last.IsWin ? $"[{colour}]paid {_last.Paid}[/]" : "[grey]nothing[/]"));
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
