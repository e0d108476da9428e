using System.CommandLine;
using System.Globalization;
using Genie.Benchmarks.Load.Games;
using Genie.Benchmarks.Load.Games.Transports;
using Genie.Datagrams.Simulation;

namespace Genie.Benchmarks.Commands.Games;

/// <summary><c>genie game</c>: the traffic of real-time games, and what their players get to see.</summary>
internal sealed class GameCommand
{
    private const int ClientsMax = 10_000;
    private const int RateMaxHertz = 1_000;

    private readonly ParsedOption<string> _workload = Options.OneOf("--workload", "Which game", [.. GameWorkload.All.Select(static workload => workload.Name)]);
    private readonly ParsedOption<int[]> _clients = Options.Of("--clients", "Clients at once, in rooms of ten; each number is played", "5,100", CountList.Of("clients", ClientsMax));
    private readonly ParsedOption<long?> _rate = Options.OfCountOrNone("--rate", "States a second of each client, and ticks of the server [default: the workload's]", min: 1, max: RateMaxHertz);
    private readonly ParsedOption<double?> _events = Options.Of<double?>("--events", "Reliable events a second of each client, each of them for all others in its room; 0.1 is one in ten seconds [default: the workload's]", null, ParseEvents);
    private readonly ParsedOption<TimeSpan> _duration = Options.OfDuration("--duration", "How long they send", "10s");
    private readonly GameNetworkOptions _network = new();
    private readonly ParsedOption<GameTransport[]> _transports = Options.Of("--transport", $"What carries the messages over sockets, or several of them: {string.Join(", ", GameTransports.Names)}", GameTransports.Names[0], ParseTransports);
    private readonly Option<bool> _encrypted = new("--encrypted") { Description = "Encrypts; over udp and simulated networks" };
    private readonly ParsedOption<long?> _seed = Options.OfCountOrNone("--seed", "When events happen and what a simulated network does follow from it [default: another each time]", max: int.MaxValue);
    private readonly Option<bool> _json = new("--json") { Description = "Prints one JSON object and nothing else" };

    private GameCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var game = new GameCommand();
        var command = new Command("game") { game._workload, game._clients, game._rate, game._events, game._duration, game._transports, game._encrypted, game._seed, game._json };
        foreach (var option in game._network.All) command.Add(option);
        command.SetAction(game.RunAsync);
        return command;
    }

    private static double? ParseEvents(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var events) && events <= RateMaxHertz
            ? events
            : throw new BadArgumentException($"'{text}' is no number of events a second from 0 to {RateMaxHertz:N0}, such as 2 or 0.1.");

    private static GameTransport[] ParseTransports(string text)
    {
        var one = Options.OneOf("--transport", "", [.. GameTransports.Names]);
        return [.. text.Split(',', StringSplitOptions.TrimEntries).Select(one.Convert).Distinct().Select(static name => Enum.Parse<GameTransport>(name, ignoreCase: true))];
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var network = _network.Read(parsed);
        var (transports, isEncrypted) = (_transports.Read(parsed)!, parsed.GetValue(_encrypted));
        var isProxied = network is { IsNamed: false } && parsed.GetResult(_transports) is { Implicit: false };
        Check(transports, network, isProxied, isEncrypted);
        var plan = new GamePlan
        {
            Workload = ReadWorkload(parsed),
            Clients = 0,
            Duration = _duration.Read(parsed),
            Seed = (int)(_seed.Read(parsed) ?? Random.Shared.Next()),
            Encrypted = isEncrypted,
            IsProxied = isProxied,
        };
        var output = new GameOutput(parsed.InvocationConfiguration.Output, parsed.GetValue(_json));
        output.Begin(plan, network);
        List<GameResult> results = [];
        foreach (var one in Plans(plan, _clients.Read(parsed)!, transports, network))
        {
            var result = await PlayAsync(one, cancellationToken).ConfigureAwait(false);
            results.Add(result);
            output.Add(result);
        }

        output.End(plan, network, results);
        return results.TrueForAll(static result => result.Held) ? ExitCode.Success : ExitCode.Failure;
    }

    private GameWorkload ReadWorkload(ParseResult parsed)
    {
        var workload = GameWorkload.All.Single(workload => workload.Name == _workload.Read(parsed));
        if (_rate.Read(parsed) is { } rate) workload = workload.AtRate((int)rate);
        return _events.Read(parsed) is { } events ? workload.WithEvents(events) : workload;
    }

    private static IEnumerable<GamePlan> Plans(GamePlan plan, int[] clients, GameTransport[] transports, GameNetworkChoice? network)
    {
        IReadOnlyList<NetworkConditions?> networks = [null];
        if (network is not null) networks = network.Networks;
        return from count in clients
               from conditions in networks
               from transport in transports
               select plan with { Clients = count, Network = conditions, Transport = transport };
    }

    private static void Check(GameTransport[] transports, GameNetworkChoice? network, bool isProxied, bool isEncrypted)
    {
        if (network is not null && !isProxied && transports is not [GameTransport.Udp])
            throw new BadArgumentException($"{(network.IsNamed ? "--network" : network.FirstCondition)} simulates UDP: leave --transport {string.Join(',', transports.Select(static transport => transport.Name()))} out.");
        if (isProxied && network?.SimulatedOnly is { } option) throw new BadArgumentException($"{option} is for a simulated network: leave --transport out.");
        if (isProxied && transports.FirstOrDefault(static transport => !transport.IsOfDatagrams()) is var other and not GameTransport.Udp)
            throw new BadArgumentException($"{network!.FirstCondition} over sockets is done by a proxy for datagrams, of udp and litenetlib: leave --transport {other.Name()} out.");
        if (isEncrypted && transports.Select(static transport => transport.WhyNotEncrypted()).FirstOrDefault(static reason => reason is not null) is { } reason)
            throw new BadArgumentException($"--encrypted is for udp here: {reason}. Leave one of the two out.");
    }

    private static Task<GameResult> PlayAsync(GamePlan plan, CancellationToken cancellationToken) =>
        plan.IsSimulated ? Task.Run(() => SimulatedGame.Run(plan, cancellationToken), cancellationToken) : new SocketGame(plan).RunAsync(cancellationToken);
}
