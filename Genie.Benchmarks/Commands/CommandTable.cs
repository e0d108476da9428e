using System.CommandLine;
using GameLicenseExample.Commands;
using Genie.Benchmarks.Commands.Agents;
using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Commands.Calls;
using Genie.Benchmarks.Commands.Compare;
using Genie.Benchmarks.Commands.Conformance;
using Genie.Benchmarks.Commands.Crash;
using Genie.Benchmarks.Commands.Games;
using Genie.Benchmarks.Commands.History;
using Genie.Benchmarks.Commands.Http;
using Genie.Benchmarks.Commands.Lab;
using Genie.Benchmarks.Commands.Proxy;
using Genie.Benchmarks.Commands.Relay;
using Genie.Benchmarks.Commands.Serve;
using Genie.Benchmarks.Commands.Soak;
using Genie.Benchmarks.Commands.Watch;

namespace Genie.Benchmarks.Commands;

/// <summary>All commands. Only the one that is asked for is made: to make all of them takes longer than most of them run.</summary>
internal static class CommandTable
{
    private static readonly Entry[] Entries =
    [
        new("bench", "Measures messaging systems and proves what arrived. Exit code 0: every row is valid; 1: a row lost something, is invalid or failed; 2: bad arguments; 4: every row is valid, but one does not hold a --threshold; 130: ended by Ctrl-C, with what was measured by then written.", BenchCommand.Create),
        new("init", "Writes a scenario file, genie.yaml, for 'genie bench --scenario', with the schema by which editors complete it.", InitCommand.Create),
        new("brokers", "Lists each messaging system: the drivers built, or the package missing; whether a server answers, and what it takes to start one.", BrokersCommand.Create),
        new("conformance", "Checks that a driver keeps the contract: against a server of its own, which it kills and restarts, or against the one that its url setting names, which it leaves alone. Exit code 1: a check failed.", ConformanceCommand.Create),
        new("crash", "Kills worker and server with SIGKILL while requests are under way, and verifies that each confirmed one took effect once. The server is one of its own, which it starts for that; the one that a url setting names is left alone. Exit code 1: an effect is missing or double.", CrashCommand.Create),
        new("lab", "Tries drivers in bad weather, on a server of their own and through a fault proxy: how soon each recovers, what it loses, doubles and leaves behind. Exit code 1: a check that must hold did not.", LabCommand.Create),
        new(SoakCommand.Name, "Keeps a transport under load for hours with everything on, and proves what arrived and that memory stays flat.", SoakCommand.Create),
        new("game", "Plays the traffic of a real-time game over Genie.Datagrams, on loopback or a simulated network, and tells what its players see: states, how old they are, events. Exit code 0: everybody saw each event once, in order; 1: not so.", GameCommand.Create),
        new("shooter", "Plays a space shooter of bots over the zones of four servers, to be looked at on a page, with servers to be killed. Exit code 0: every reliable message counted once, in order, and every zone found another server; 1: not so.", ShooterCommand.Create),
        new("proxy", "Stands between a client and a server and makes the network bad, or the server, until Ctrl-C: latency, loss, stalls, resets, garbage. A line on standard input changes it.", ProxyCommand.Create),
        new("up", "Starts servers: one that runs already is used, else docker compose, else the server installed on this machine.", UpCommand.Create),
        new("down", "Stops servers that 'genie up' or 'genie bench' started, and no others.", DownCommand.Create),
        new("watch", "Serves the report of a measurement that is under way, as a page that follows it, until Ctrl-C.", WatchCommand.Create),
        new("report", "Makes a self-contained HTML page and Markdown from results", ReportCommand.Create),
        new("compare", "Says how B differs from A, and how sure that is: from two results, or by measuring two configurations alternately.", CompareCommand.Create),
        new("gate", "Compares results before and after. Exit code 0: no regression beyond --ratio is shown; 1: one is, or what was valid no longer is; 2: bad arguments, or too few repetitions to show any.", GateCommand.Create),
        new("history", "Shows how figures went from measurement to measurement, and where they changed.", HistoryCommand.Create),
        new("geocode", "Looks up the areas around a point in the built-in maps and those that were imported, or the place of an IP address.", GeocodeCommand.Create),
        new("map", "Imports maps, shows and removes them.", MapCommand.Create),
        new("worker", "Answers requests until Ctrl-C, then prints what arrived.", WorkerCommand.Create),
        new("agent", "Runs clients and workers for 'genie bench' of another machine, which must be enrolled first, until Ctrl-C.", AgentCommand.Create),
        new("agents", "Lists the agents that 'genie bench --clients-on' and '--worker-on' may use; enrols and removes them.", AgentsCommand.Create),
        new("silo", "Hosts the grains of --stages grains in a cluster of Microsoft Orleans until Ctrl-C or SIGTERM, which hands them over to the other silos.", SiloCommand.Create),
        new("serve", "Serves the workload over HTTP until Ctrl-C: /BROKER is a round trip, /BROKER/fire sends and does not wait, /none is the baseline; /openapi.json describes them, /metrics and /health/ready watch them.", ServeCommand.Create),
        new("relay", "Takes gRPC calls on one port and gives them to workers that it starts and supervises, until Ctrl-C or SIGTERM; SIGHUP replaces them one by one.", RelayCommand.Create),
        new("wrk", "Loads an HTTP server with wrk (Debian package wrk), for Crank where bombardier is missing. Exit code 1: wrk failed, or an answer was bad.", WrkCommand.Create),
        new(LoadCommand.Name, "Measures one job given on standard input; started by bench.", LoadCommand.Create, Hidden: true),
        new(CallsCommand.Name, "Makes or answers calls as standard input says; started by bench --table.", CallsCommand.Create, Hidden: true),
        new(LevelsCommand.Name, "Makes or answers requests over a transport as standard input says; started by bench --ladder.", LevelsCommand.Create, Hidden: true),
        new("dead-letters", "Lists messages that could not be handled, as Genie.Messaging keeps them; sends them again, or removes them.", DeadLettersCommand.Create),
        new("store", "Verifies, exports and compacts the files of an event store.", StoreCommand.Create),
        new("genius", "Serves Genius, the stream processor for time- and place-based events, until Ctrl-C or SIGTERM; makes API keys for it.", GeniusCommand.Create),
        new("rules", "Puts rules into a host of Genius, lists, disables and rolls them back; explains them, and tries them against the events before.", RulesCommand.Create),
        new("micro", "Measures one part alone, without a broker.", MicroCommand.Create),
        new(DemoCommand.Name, DemoCommand.Description, static () => DemoCommand.Create(typeof(CommandTable).Assembly)),
    ];

    /// <summary>The command line.</summary>
    /// <param name="wanted">The only command to make whole, or null for all; the others have their names and descriptions.</param>
    public static RootCommand CreateRoot(string? wanted)
    {
        var root = new RootCommand("Tells which messaging system carries a workload best, with proof of what arrived.");
        foreach (var entry in Entries) root.Add(wanted is null || wanted == entry.Name ? entry.Whole() : entry.Outline());
        return root;
    }

    private sealed record Entry(string Name, string Description, Func<Command> Create, bool Hidden = false)
    {
        public Command Whole()
        {
            var command = Create();
            (command.Description, command.Hidden) = (Description, Hidden);
            return command;
        }

        public Command Outline() => new(Name, Description) { Hidden = Hidden };
    }
}
