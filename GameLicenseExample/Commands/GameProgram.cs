using GameLicenseExample.Game;
using GameLicenseExample.Keys;
using GameLicenseExample.Playing;
using GameLicenseExample.Serving;
using Genie.Brokers;
using Genie.Extensions.Genius.Licences;
using Genie.Genuine.Identities;
using Genie.Geocoding;
using Spectre.Console;

namespace GameLicenseExample.Commands;

/// <summary>The game's side of an issuer: key, place, luck and player put together.</summary>
internal static class GameProgram
{
    /// <summary>The file of the machine's key in its folder.</summary>
    public const string KeyName = "machine.key";

    // So often a player is told for how long the server has been away.
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(5);

    private static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);
    private static readonly GeoPoint Pentagon = new(38.870945, -77.055252);

    /// <summary>Connects to an issuer and plays.</summary>
    /// <param name="plan">What is played.</param>
    /// <param name="output">Where a scripted game is shown; one that is played needs the terminal.</param>
    /// <param name="broker">What it talks to the issuer over.</param>
    /// <param name="issuer">Whose licence it takes.</param>
    /// <param name="cancellationToken">Leaves.</param>
    /// <returns>One of <see cref="GameExitCode"/>.</returns>
    public static async Task<int> PlayAsync(GamePlan plan, TextWriter output, IBroker broker, PublicIdentity issuer, CancellationToken cancellationToken)
    {
        using var machine = KeyFile.OpenOrCreate(Path.Combine(plan.Folder, KeyName));
        var place = plan.At ?? await AskForPlaceAsync(plan, cancellationToken).ConfigureAwait(false);
        await using var connection = await GameErrors.AskFirstAsync(() => broker.ConnectAsync(LicenceServer.ChannelOf(issuer), new ConnectionOptions { RequestTimeout = RequestTimeout }, cancellationToken).AsTask()).ConfigureAwait(false);
        var table = PayTable.ForHoldRate(plan.HoldRate);
        var game = new SlotGame(table, plan.Seed is { } seed ? new SeededRandom(seed) : new CryptographicRandom(), plan.Credits);
        IGameView view = plan.IsScripted ? new PlainView(output) : new TerminalView(AnsiConsole.Console, table);
        IPlayer player = plan.IsScripted ? new ScriptedPlayer(plan.Plays, plan.Risk) : new KeyboardPlayer(token => AnsiConsole.Console.Input.ReadKeyAsync(intercept: true, token), ForgetKeys, view, plan.Risk);
        var round = new GameRound(new LicenceClient(connection, machine, issuer), view, TimeProvider.System, new ServerOutage(view, TimeProvider.System, plan.Wait), licence => LicenceFile.Keep(plan.Folder, licence));
        return await round.RunAsync(place, game, table, player, cancellationToken).ConfigureAwait(false) ? GameExitCode.Accepted : GameExitCode.Denied;
    }

    private static void ForgetKeys()
    {
        while (AnsiConsole.Console.Input.IsKeyAvailable()) AnsiConsole.Console.Input.ReadKey(intercept: true);
    }

    private static async Task<GeoPoint> AskForPlaceAsync(GamePlan plan, CancellationToken cancellationToken)
    {
        if (plan.IsScripted) return Philadelphia;
        const string Elsewhere = "elsewhere";
        var prompt = new SelectionPrompt<string>().Title("Where does the machine stand?").AddChoices("Philadelphia", "the Pentagon, Arlington", Elsewhere);
        var choice = await prompt.ShowAsync(AnsiConsole.Console, cancellationToken).ConfigureAwait(false);
        if (choice != Elsewhere) return choice == "Philadelphia" ? Philadelphia : Pentagon;
        return GameArguments.ReadPlace(await new TextPrompt<string>("Latitude, longitude:").ShowAsync(AnsiConsole.Console, cancellationToken).ConfigureAwait(false));
    }
}
