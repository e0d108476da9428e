using System.CommandLine;
using System.Globalization;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Faults;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>The options of <c>genie bench</c>.</summary>
internal sealed class BenchOptions
{
    private const string NoHistory = "none";

    private readonly Argument<string[]> _brokers = new("BROKER")
    {
        Description = $"What to measure: {string.Join(", ", DriverCatalogue.Brokers)}. With none given: every system that runs or can be started here; "
            + "one that cannot is left out with a line that says why. One that is named and cannot be measured is a failed row.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly ParsedOption<string> _mode = Options.OneOf("--mode", "What a client waits for", "both", "round-trip", "fire-and-forget");
    private readonly ParsedOption<int[]> _connections = Options.Of("--connections", "Connections, one row each (1,32)", "1,32", ParseConnections);

    private readonly ParsedOption<long?> _inFlight = Options.OfCountOrNone(
        "--in-flight", $"Requests in flight on each connection [default: 1; unconfirmed messages in flight: 1 where confirmed is what left the process, else {BenchRequest.PublishWindow} shared by all connections]",
        min: 1, max: BenchRequest.InFlightMax);

    private readonly ParsedOption<TimeSpan?> _duration = Options.OfDurationOrNone("--duration", "Measured time of each row [default: 4s, or less so that all rows together end within six minutes]");
    private readonly ParsedOption<TimeSpan?> _warmUp = Options.OfDurationOrNone("--warmup", "Time of the same load before it [default: until nothing is compiled any more and the rate is steady, at most 3s, or less; three times that for new processes]", mayBeNone: true);
    private readonly ParsedOption<long> _rate = Options.OfCount("--rate", "Requests a second at intended times over all connections (open loop); 0: as fast as answers come", "0");
    private readonly ParsedOption<LimitCondition> _until = Options.Of(
        "--until", $"Searches the highest rate at which this holds (\"p99 < 5ms\", \"p50 < 1ms and max < 1s\"), from --rate or {LimitSearch.DefaultStartPerSecond} on; it must be reached to 98 %, without errors, with a clean ledger", null, LimitCondition.Parse);
    private readonly ParsedOption<long> _repeat = Options.OfCount("--repeat", "Repetitions of each row, interleaved with the others", "1", min: 1);
    private readonly ParsedOption<string> _client = Options.OneOfOrNone("--client", "Which client libraries; by default the first that each system has, our own wire driver where there is one, and where no system is named its official one beside it; remote and cluster are Proto.Actor's, dotpulsar is Pulsar's", "wire", "official", "dotpulsar", "remote", "cluster", "all");
    private readonly ParsedOption<string> _confirmation = Options.OneOf("--confirmation", "Where fire-and-forget is to have arrived, a row each", "all", "buffered", "accepted", "persisted");
    private readonly ParsedOption<long?> _backlog = Options.OfCountOrNone(
        "--backlog", $"Messages that fire-and-forget may be ahead of the worker; 0: no bound [default: {BenchRequest.DefaultBacklog}; {BenchRequest.GrainsBacklog} with --stages grains, where each waits for a disk]",
        max: long.MaxValue);
    private readonly ParsedOption<long> _concurrency = Options.OfCount("--concurrency", "Requests that the worker handles at once", "1", min: 1);
    private readonly ParsedOption<long> _partitions = PartitionsOption.Create();
    private readonly ParsedOption<TimeSpan> _checkpoint = Options.OfDuration("--checkpoint", "How often what a long row has shown so far is written to the results, marked partial", "10s");
    private readonly ParsedOption<TimeSpan> _timeout = Options.OfDuration("--timeout", "A request without answer for this long has failed", "10s");
    private readonly Option<string> _out = new("--out") { Description = "Folder for results.json and report.html", HelpName = "DIR", DefaultValueFactory = _ => "." };
    private readonly Option<string?> _json = new("--json") { Description = "Writes the results there instead of results.json; - is standard output", HelpName = "FILE" };
    private readonly Option<string?> _history = new("--history") { Description = $"Folder in which the results are kept for 'genie history'; {NoHistory}: nowhere [default: {HistoryFolder.Default} in --out]", HelpName = "DIR" };
    private readonly Option<bool> _quiet = new("--quiet") { Description = "Prints errors only" };
    private readonly Option<bool> _crank = new("--crank") { Description = "Reports as a Crank job: events of the source Benchmarks, and job statistics on standard output at the end" };
    private readonly Option<bool> _install = new("--install") { Description = "Lets servers that are missing be installed (Debian packages, as root)" };

    private readonly Option<string?> _workerCommand = new("--worker-command")
    {
        Description = "Shell command that starts the worker elsewhere: \"ssh HOST genie worker --controlled\"; or where a 'genie worker --listen' waits: tcp://HOST:PORT",
        HelpName = "CMD",
    };

    private readonly Option<bool> _encrypt = new("--encrypt")
    {
        Description = "Measures each row again with every payload encrypted (Double Ratchet), beside the plain one",
    };

    private readonly ParsedOption<NetworkProfile> _network = NetworkOption.Create(
        "--network", "Puts a network before every server, for client and worker alike; systems without a server, and those whose server tells clients where it is, are left out", null);

    private readonly Option<bool> _ladder = new("--ladder")
    {
        Description = "Measures what each layer adds to one round trip: raw socket, wire driver, official client, geocoder, change capture, grains, encryption; with it, modes, connections, clients and stages are given",
    };

    private readonly Option<bool> _verifyEffects = new("--verify-effects")
    {
        Description = "Runs each request through its party's grain (--stages grains) and compares the event store with what was sent; a missing or double effect makes the row invalid",
    };

    private readonly Option<bool> _inline = new("--inline")
    {
        Description = "Answers and requests are handled on the threads that read the links: microseconds less, but no setting for handlers that block",
    };

    private readonly Option<string?> _payloadFile = new("--payload-file")
    {
        Description = "A file whose bytes are the payload of every message, in place of --payload: with --stages transport they are the message, else they are added to each request",
        HelpName = "FILE",
    };

    private readonly WorkloadOptions _workload = new("one of its own for each row, removed afterwards; in a given one each row's stays, named by its channel");
    private readonly BrokerOptions _settings = new();

    /// <summary>Adds them to the command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_brokers);
        foreach (var option in (Option[])[_mode, _connections, _inFlight, _duration, _warmUp, _rate, _until, _repeat]) command.Add(option);
        _workload.AddTo(command);
        command.Add(_payloadFile);
        command.Add(_client);
        command.Add(_confirmation);
        _settings.AddTo(command);
        foreach (var option in (Option[])[_backlog, _concurrency, _partitions, _inline, _encrypt, _network, _ladder, _verifyEffects, _timeout, _checkpoint, _workerCommand, _out, _json, _history, _quiet, _crank, _install]) command.Add(option);
    }

    /// <summary>What was asked for.</summary>
    /// <exception cref="BadArgumentException">The options contradict each other or name what there is not.</exception>
    public BenchRequest Read(ParseResult parsed)
    {
        var named = parsed.GetValue(_brokers)!.Distinct().ToArray();
        var request = new BenchRequest
        {
            Named = named,
            Modes = _mode.Read(parsed) switch
            {
                "round-trip" => [RunMode.RoundTrip],
                "fire-and-forget" => [RunMode.FireAndForget],
                _ => [RunMode.RoundTrip, RunMode.FireAndForget],
            },
            Connections = _connections.Read(parsed)!,
            IsOverview = named.Length == 0 && !IsGiven(parsed, _mode, _connections, _client, _confirmation),
            InFlight = (int?)_inFlight.Read(parsed),
            Duration = _duration.Read(parsed),
            WarmUp = _warmUp.Read(parsed),
            RatePerSecond = _rate.Read(parsed),
            Until = _until.Read(parsed),
            Repetitions = (int)_repeat.Read(parsed),
            Client = _client.Read(parsed),
            Confirmation = _confirmation.Read(parsed) is { } level and not "all" ? Enum.Parse<Confirmation>(level, ignoreCase: true) : null,
            Workload = _workload.Read(parsed, parsed.GetValue(_verifyEffects)),
            BacklogMessages = _backlog.Read(parsed),
            WorkerConcurrency = (int)_concurrency.Read(parsed),
            Inline = parsed.GetValue(_inline),
            Encrypt = parsed.GetValue(_encrypt),
            Network = _network.Read(parsed),
            VerifyEffects = parsed.GetValue(_verifyEffects),
            WorkerCommand = parsed.GetValue(_workerCommand),
            RequestTimeout = _timeout.Read(parsed),
            Checkpoint = _checkpoint.Read(parsed),
            CommandLine = string.Join(' ', Environment.GetCommandLineArgs().Skip(1)),
            Folder = parsed.GetValue(_out)!,
            JsonFile = parsed.GetValue(_json),
            HistoryFolder = FolderOfHistory(parsed),
            Quiet = parsed.GetValue(_quiet) || parsed.GetValue(_json) == "-",
            Crank = parsed.GetValue(_crank),
            Install = parsed.GetValue(_install),
        };
        if (parsed.GetValue(_payloadFile) is { } file) request = request with { Workload = WithPayload(request.Workload, file) };
        if (parsed.GetValue(_ladder)) request = AsLadder(parsed, request);
        if (request is { Network: not null, WorkerCommand: not null }) throw new BadArgumentException("--network stands on this machine, where a worker of --worker-command would not find it; leave one of them out.");
        if (request is { Crank: true, JsonFile: "-" }) throw new BadArgumentException("--crank and --json - would both write to standard output; name a file for one of them.");
        return request with
        {
            Settings = _settings.Read(parsed, request.Brokers),
            Partitions = PartitionsOption.Read(_partitions, parsed, request.Workload, request.Encrypt),
        };
    }

    private static WorkloadChoice WithPayload(WorkloadChoice workload, string file)
    {
        if (workload.PayloadBytes > 0) throw new BadArgumentException("--payload and --payload-file both say what is sent; leave one of them out.");
        var payload = PayloadFile.Open(file);
        return workload with { PayloadFile = payload, PayloadBytes = payload.Bytes };
    }

    private BenchRequest AsLadder(ParseResult parsed, BenchRequest request)
    {
        Option[] given = [_mode, _connections, _inFlight, _rate, _until, _client, _encrypt, _network];
        if (given.FirstOrDefault(option => IsGiven(parsed, option)) is { } option)
            throw new BadArgumentException($"--ladder decides by itself what {option.Name} would say; leave one of them out.");
        return request with { Ladder = true, Modes = [RunMode.RoundTrip], Connections = [1], InFlight = 1, Client = "all" };
    }

    // Crank keeps what its jobs report, and throws their folders away.
    private string? FolderOfHistory(ParseResult parsed) => parsed.GetValue(_history) switch
    {
        NoHistory => null,
        null => parsed.GetValue(_crank) ? null : Path.Combine(parsed.GetValue(_out)!, HistoryFolder.Default),
        var folder => folder,
    };

    private static bool IsGiven(ParseResult parsed, params IEnumerable<Option> options) => options.Any(option => parsed.GetResult(option) is { Implicit: false });

    private static int[] ParseConnections(string text)
    {
        var counts = text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0
                ? count : throw new FormatException($"'{part}' is no number of connections; expected something like 1,32."))
            .Distinct().ToArray();
        return counts.Length > 0 ? counts : throw new FormatException("no number of connections; expected something like 1,32.");
    }
}
