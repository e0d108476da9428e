using System.CommandLine;
using Genie.Benchmarks.Load.Games.Shooter;

namespace Genie.Benchmarks.Commands.Games;

/// <summary><c>genie shooter</c>: a space shooter of bots over zone servers, to be looked at on a page, with servers to be killed.</summary>
internal sealed class ShooterCommand
{
    private const string UsualUrl = "http://127.0.0.1:5082";

    // Ships are looked at every 5 ms.
    private const int RateMax = 120;

    private readonly ParsedOption<long> _ships = Options.OfCount("--ships", "Ships, each a bot with a socket of its own", "100", 1, ShooterArena.ShipsMax);
    private readonly ParsedOption<long> _rate = Options.OfCount("--rate", "How often a ship tells where it is, and the others that are near are shown it, Hz", "20", 1, RateMax);
    private readonly ParsedOption<TimeSpan?> _duration = Options.OfDurationOrNone("--duration", "How long it is played [default: until Ctrl-C]");
    private readonly ParsedOption<TimeSpan?> _killEvery = Options.OfDurationOrNone("--kill-every", "Kills one of the four servers as often as this; another takes its zones over [default: never, but by the page]");
    private readonly ParsedOption<long?> _seed = Options.OfCountOrNone("--seed", "What the bots decide follows from it [default: another each time]", max: int.MaxValue);
    private readonly Option<string> _url = new("--url") { Description = "Where the page listens; port 0 takes a free one", HelpName = "URL", DefaultValueFactory = static _ => UsualUrl };
    private readonly Option<bool> _json = new("--json") { Description = "Prints one JSON object and nothing else" };

    private ShooterCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var shooter = new ShooterCommand();
        var command = new Command("shooter") { shooter._ships, shooter._rate, shooter._duration, shooter._killEvery, shooter._seed, shooter._url, shooter._json };
        command.SetAction(shooter.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var url = parsed.GetValue(_url)!;
        PageUrl.Check(url, UsualUrl);
        var (ships, rate, seed) = ((int)_ships.Read(parsed), (int)_rate.Read(parsed), (int)(_seed.Read(parsed) ?? Random.Shared.Next()));
        var output = new ShooterOutput(parsed.InvocationConfiguration.Output, parsed.GetValue(_json));
        await using var game = await ShooterGame.StartAsync(ships, rate, seed, cancellationToken).ConfigureAwait(false);
        await using var page = await ShooterPage.StartAsync(game, url, cancellationToken).ConfigureAwait(false);
        output.Begin(ships, rate, seed, page.Address, _duration.Read(parsed));
        await PlayAsync(game, _duration.Read(parsed), _killEvery.Read(parsed), output, cancellationToken).ConfigureAwait(false);

        // Ctrl-C ends the game, and not the proof.
        var result = await game.FinishAsync(CancellationToken.None).ConfigureAwait(false);
        output.End(seed, result);
        return result.Held ? ExitCode.Success : ExitCode.Failure;
    }

    private static async Task PlayAsync(ShooterGame game, TimeSpan? duration, TimeSpan? killEvery, ShooterOutput output, CancellationToken cancellationToken)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        if (duration is { } time) over.CancelAfter(time);
        while (!over.IsCancellationRequested)
        {
            await Task.Delay(killEvery ?? Timeout.InfiniteTimeSpan, over.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!over.IsCancellationRequested && await game.KillAsync(null).ConfigureAwait(false) is { } killed) output.Killed(killed);
        }
    }
}
