using System.CommandLine;
using Genie.Benchmarks.Load.Games;
using Genie.Datagrams;
using Genie.Datagrams.Simulation;

namespace Genie.Benchmarks.Commands.Games;

/// <summary><c>genie game</c>: the traffic of real-time games, and what their players get to see.</summary>
internal sealed class GameCommand
{
    private const int ClientsMax = 10_000;
    private const string Tcp = "tcp";

    private static readonly Dictionary<string, NetworkConditions> Networks = new()
    {
        ["lan"] = NetworkConditions.Lan,
        ["continental"] = NetworkConditions.Continental,
        ["international"] = NetworkConditions.International,
        ["mobile"] = NetworkConditions.Mobile,
    };

    private readonly ParsedOption<string> _workload = Options.OneOf("--workload", "Which game", [.. GameWorkload.All.Select(static workload => workload.Name)]);
    private readonly ParsedOption<int[]> _clients = Options.Of("--clients", "Clients at once, in rooms of ten; each number is played", "5,100", CountList.Of("clients", ClientsMax));
    private readonly ParsedOption<TimeSpan> _duration = Options.OfDuration("--duration", "How long they send", "10s");
    private readonly ParsedOption<string> _network = Options.OneOfOrNone("--network", "Simulates a network and its time, instead of sockets on loopback", [.. Networks.Keys]);
    private readonly ParsedOption<string> _transport = Options.OneOf("--transport", "What carries the messages over sockets", "udp", Tcp);
    private readonly Option<bool> _encrypted = new("--encrypted") { Description = "Encrypts; over UDP and simulated networks" };
    private readonly ParsedOption<long?> _seed = Options.OfCountOrNone("--seed", "When events happen and what a simulated network does follow from it [default: another each time]", max: int.MaxValue);
    private readonly Option<bool> _json = new("--json") { Description = "Prints one JSON object and nothing else" };

    private GameCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var game = new GameCommand();
        var command = new Command("game") { game._workload, game._clients, game._duration, game._network, game._transport, game._encrypted, game._seed, game._json };
        command.SetAction(game.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var network = _network.Read(parsed);
        var (isTcp, isEncrypted) = (_transport.Read(parsed) == Tcp, parsed.GetValue(_encrypted));
        if (isTcp && network is not null) throw new BadArgumentException("--network simulates UDP: leave --transport tcp out.");
        if (isTcp && isEncrypted) throw new BadArgumentException("--encrypted is for UDP here: TCP needs a certificate. Leave one of the two out.");
        var plan = new GamePlan
        {
            Workload = GameWorkload.All.Single(workload => workload.Name == _workload.Read(parsed)),
            Clients = 0,
            Duration = _duration.Read(parsed),
            Seed = (int)(_seed.Read(parsed) ?? Random.Shared.Next()),
            Network = network is null ? null : Networks[network],
            Transport = isTcp ? DatagramTransport.Tcp : DatagramTransport.Udp,
            Encrypted = isEncrypted,
        };
        var output = new GameOutput(parsed.InvocationConfiguration.Output, parsed.GetValue(_json));
        output.Begin(plan, network);
        List<GameResult> results = [];
        foreach (var clients in _clients.Read(parsed)!)
        {
            var result = await PlayAsync(plan with { Clients = clients }, cancellationToken).ConfigureAwait(false);
            results.Add(result);
            output.Add(result);
        }

        output.End(plan, network, results);
        return results.TrueForAll(static result => result.Held) ? ExitCode.Success : ExitCode.Failure;
    }

    private static Task<GameResult> PlayAsync(GamePlan plan, CancellationToken cancellationToken) =>
        plan.Network is null ? new SocketGame(plan).RunAsync(cancellationToken) : Task.Run(() => SimulatedGame.Run(plan, cancellationToken), cancellationToken);
}
