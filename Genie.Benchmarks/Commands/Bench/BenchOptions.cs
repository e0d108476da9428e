using System.CommandLine;
using System.CommandLine.Parsing;
using Genie.Benchmarks.Commands.Scenarios;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Load.Calls;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Thresholds;
using Genie.Brokers;
using Genie.Faults;
using Genie.Workload;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>The options of <c>genie bench</c>.</summary>
internal sealed class BenchOptions
{
    private const string NoHistory = "none";

    private static readonly TimeSpan AftermathMin = TimeSpan.FromSeconds(4);

    private readonly Argument<string[]> _brokers = new("BROKER")
    {
        Description = $"What to measure: {string.Join(", ", DriverCatalogue.Brokers)}. With none given: every system that runs or can be started here; "
            + "one that cannot is left out with a line that says why. One that is named and cannot be measured is a failed row.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly ParsedOption<string> _mode = Options.OneOf("--mode", "What a client waits for", "both", "round-trip", "fire-and-forget");
    private readonly ParsedOption<int[]> _connections = Options.Of("--connections", "Connections, one row each (1,32)", "1,32", CountList.Of("connections"));

    private readonly ParsedOption<long?> _inFlight = Options.OfCountOrNone(
        "--in-flight", $"Requests in flight on each connection [default: 1; unconfirmed messages in flight: 1 where confirmed is what left the process, else {BenchRequest.PublishWindow} shared by all connections]",
        min: 1, max: BenchRequest.InFlightMax);

    private readonly ParsedOption<TimeSpan?> _duration = Options.OfDurationOrNone("--duration", "Measured time of each row [default: 4s, or less so that all rows together end within six minutes]");
    private readonly ParsedOption<TimeSpan?> _warmUp = Options.OfDurationOrNone("--warmup", "Time of the same load before it [default: until nothing is compiled any more and the rate is steady, at most 3s, or less; three times that for new processes]", mayBeNone: true);
    private readonly ParsedOption<RateProfile> _rate = Options.Of(
        "--rate", "Requests a second at intended times over all connections (open loop): 1k; 100..10k changes it evenly over the row; 1k:10s,1k..10k:30s are stages, which give the duration; 0: as fast as answers come", "0", RateProfile.Parse);
    private readonly ParsedOption<LimitCondition> _until = Options.Of(
        "--until", $"Searches the highest rate at which this holds (\"p99 < 5ms\", \"p50 < 1ms and max < 1s\"), from --rate or {LimitSearch.DefaultStartPerSecond} on; it must be reached to 98 %, without errors, with a clean ledger", null, LimitCondition.Parse);
    private readonly Option<bool> _sweep = new("--sweep")
    {
        Description = $"Latency under load: raises the rate of round trips from --rate, or {LimitSearch.DefaultStartPerSecond}, step by step until each system is saturated, {BenchRequest.SweepRepetitions} times unless --repeat says otherwise, the systems in turn, with a control in each round. With it, --until is what latencies must hold for the throughput to count [default: {BenchRequest.SweepCondition}], and --connections is {BenchRequest.SweepConnections} by default",
    };

    private readonly Option<string[]> _thresholds = Options.OfMany(
        "--threshold", "CONDITION", $"What every row must hold, else the exit code is {ExitCode.ThresholdNotHeld}: \"p99 < 20ms and lost == 0\". May be given again. Of {string.Join(", ", ThresholdFigure.All.Select(figure => figure.Name))}", text => Threshold.Parse(text));

    private readonly ParsedOption<long?> _repeat = Options.OfCountOrNone("--repeat", "Repetitions of each row, interleaved with the others, each with processes of its own [default: where neither --warmup nor --duration is given, six short ones in two turns of one warm pair of processes; else 1]", min: 1);
    private readonly Option<bool> _quick = new("--quick") { Description = "A glance of a minute: each system's first client, two loads, three short repetitions, little warm-up. Rows that had not settled say so" };
    private readonly ParsedOption<string> _client = Options.OneOfOrNone("--client", "Which client libraries; by default the first that each system has, our own wire driver where there is one, and where no system is named its official one beside it; remote and cluster are Proto.Actor's, dotpulsar is Pulsar's, litenetlib is UDP's", "wire", "official", "dotpulsar", "litenetlib", "remote", "cluster", "all");
    private readonly ParsedOption<string> _confirmation = Options.OneOf("--confirmation", "Where fire-and-forget is to have arrived, a row each", "all", "buffered", "accepted", "persisted");
    private readonly ParsedOption<long?> _backlog = Options.OfCountOrNone(
        "--backlog", $"Messages that fire-and-forget may be ahead of the worker; 0: no bound [default: {BenchRequest.DefaultBacklog}; {BenchRequest.WaitingBacklog} with --stages grains, where each waits for a disk, and with --pipeline, where each waits for the next stage; {BenchRequest.AwayBacklog} with --worker-away]",
        max: long.MaxValue);
    private readonly ParsedOption<long> _concurrency = Options.OfCount("--concurrency", "Requests that the worker handles at once", "1", min: 1);
    private readonly ParsedOption<TimeSpan> _workerDelay = Options.OfDuration("--worker-delay", "What the worker takes longer for each message: a slow consumer", "0s", mayBeNone: true);
    private readonly ParsedOption<TimeSpan> _workerAway = Options.OfDuration(
        "--worker-away", "How long the worker does not listen from the beginning of the measured time on, with --mode fire-and-forget: what waits meanwhile, and how fast it is drained. The row lasts at least twice as long unless --duration says otherwise", "0s", mayBeNone: true);
    private readonly ParsedOption<long?> _fanOut = Options.OfCountOrNone("--fan-out", "Each message goes to so many listeners, with --mode fire-and-forget; systems that send it to one only are left out", min: 1, max: BenchRequest.ListenersMax);
    private readonly ParsedOption<long> _pipeline = Options.OfCount("--pipeline", "Each message passes so many stages of the worker, one behind the other, each over the system", "1", min: 1, max: BenchRequest.ListenersMax);
    private readonly ParsedOption<long> _partitions = PartitionsOption.Create();
    private readonly ParsedOption<TimeSpan> _checkpoint = Options.OfDuration("--checkpoint", "How often what a long row has shown so far is written to the results, marked partial", "10s");
    private readonly ParsedOption<TimeSpan> _timeout = Options.OfDuration("--timeout", "A request without answer for this long has failed", "10s");
    private readonly Option<string> _out = new("--out") { Description = "Folder for results.json and report.html", HelpName = "DIR", DefaultValueFactory = _ => "." };
    private readonly Option<string?> _json = new("--json") { Description = "Writes the results there instead of results.json; - is standard output", HelpName = "FILE" };
    private readonly Option<string?> _history = new("--history") { Description = $"Folder in which the results are kept for 'genie history'; {NoHistory}: nowhere [default: {HistoryFolder.Default} in --out]", HelpName = "DIR" };
    private readonly Option<bool> _quiet = new("--quiet") { Description = "Prints errors only" };
    private readonly Option<bool> _crank = new("--crank") { Description = "Reports as a Crank job: events of the source Benchmarks, and job statistics on standard output at the end" };
    private readonly Option<bool> _install = new("--install") { Description = Installation.Description.TrimEnd('.') };

    private readonly SecretOption<string?> _workerCommand = new("--worker-command", SecretText.OfWorkerCommand)
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

    private readonly Option<string[]> _faults = Options.OfMany(
        "--fault", "TIME WHAT", $"What happens to the server, or to the network before it, and when in the measured time: \"3s reset\", \"5s stall to-server\", \"7s heal\", \"8s kill-server\", \"9s start-server\". May be given again. Of {string.Join(", ", BenchFault.Known)}; what happens to a server happens to one that is started as a process for this run alone. What is lost without having been confirmed makes no such row invalid, which lasts at least twice as long as until the last fault unless --duration says otherwise", text => BenchFault.Parse(text));

    private readonly Option<bool> _ladder = new("--ladder")
    {
        Description = "Measures what each layer adds to one round trip: raw socket, wire driver, official client, geocoder, change capture, grains, encryption; and the overhead levels of udp, tcp, LiteNetLib (with udp) and Orleans (with orleans): raw socket, transport, IBroker, RPC, full pipeline; with it, modes, connections, clients and stages are given",
    };

    private readonly Option<bool> _verifyEffects = new("--verify-effects")
    {
        Description = "Runs each request through its party's grain (--stages grains) and compares the event store with what was sent; a missing or double effect makes the row invalid",
    };

    private readonly Option<bool> _inline = new("--inline")
    {
        Description = "Answers and requests are handled on the threads that read the links: microseconds less, but no setting for handlers that block",
    };

    private readonly Option<string?> _scenario = new(ScenarioArguments.OptionName)
    {
        Description = "A file of options, a line each ('genie init' writes one); what the command line says takes precedence",
        HelpName = "FILE",
    };

    private readonly WorkloadOptions _workload = new("one of its own for each row, removed afterwards; in a given one each row's stays, named by its channel", nodes: ", one row for each count (1,2,4)");
    private readonly RequestOptions _requests = new();
    private readonly AgentOptions _agents = new();
    private readonly BrokerOptions _settings = new();
    private readonly CallTableOptions _table = new();

    /// <summary>Adds them to the command.</summary>
    public void AddTo(Command command)
    {
        _brokers.Validators.Add(CheckBrokers);
        command.Add(_brokers);
        command.Add(_scenario);
        foreach (var option in (Option[])[_mode, _connections, _inFlight, _duration, _warmUp, _rate, _until, _sweep, _thresholds, _repeat, _quick]) command.Add(option);
        _workload.AddTo(command);
        _requests.AddTo(command);
        command.Add(_client);
        command.Add(_confirmation);
        _settings.AddTo(command);
        _agents.AddTo(command);
        foreach (var option in (Option[])[_faults, _backlog, _concurrency, _workerDelay, _workerAway, _fanOut, _pipeline, _partitions, _inline, _encrypt, _network, _ladder, _verifyEffects, _timeout, _checkpoint, _workerCommand, _out, _json, _history, _quiet, _crank, _install, .. _table.All]) command.Add(option);
    }

    /// <summary>The table of calls that was asked for, or null.</summary>
    /// <exception cref="BadArgumentException">An option was given that is not about such a table, or one that is about nothing else.</exception>
    public CallTableRequest? ReadTable(ParseResult parsed)
    {
        if (!parsed.GetValue(_table.Table))
        {
            _table.RequireTable(parsed);
            return null;
        }

        Option[] about = [.. _table.All, _repeat, _out, _json, _quiet, _scenario];
        RefuseBeside(parsed, _table.Table, [.. parsed.CommandResult.Command.Options.Except(about)]);
        var plan = _table.Read(parsed, parsed.GetValue(_brokers)!, (int?)_repeat.Read(parsed));
        var json = parsed.GetValue(_json);
        return new CallTableRequest(plan, _table.ReadPath(parsed), ShownCommandLine.Of(parsed), parsed.GetValue(_out)!, json, parsed.GetValue(_quiet) || json == BenchOutput.StandardOutput);
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
            Rate = _rate.Read(parsed)!,
            Until = _until.Read(parsed),
            Thresholds = [.. parsed.GetValue(_thresholds)!.Select(Threshold.Parse)],
            Repetitions = (int?)_repeat.Read(parsed),
            Quick = parsed.GetValue(_quick),
            Client = _client.Read(parsed),
            Confirmation = _confirmation.Read(parsed) is { } level and not "all" ? Enum.Parse<Confirmation>(level, ignoreCase: true) : null,
            Workload = _requests.Apply(parsed, _workload.Read(parsed, parsed.GetValue(_verifyEffects))),
            Nodes = _workload.ReadNodes(parsed),
            BacklogMessages = _backlog.Read(parsed),
            WorkerDelay = _workerDelay.Read(parsed),
            WorkerAway = _workerAway.Read(parsed),
            FanOut = (int)(_fanOut.Read(parsed) ?? 0),
            PipelineStages = (int)_pipeline.Read(parsed),
            WorkerConcurrency = (int)_concurrency.Read(parsed),
            Inline = parsed.GetValue(_inline),
            Encrypt = parsed.GetValue(_encrypt),
            Network = _network.Read(parsed),
            Faults = [.. parsed.GetValue(_faults)!.Select(BenchFault.Parse)],
            VerifyEffects = parsed.GetValue(_verifyEffects),
            WorkerCommand = parsed.GetValue(_workerCommand),
            RequestTimeout = _timeout.Read(parsed),
            Checkpoint = _checkpoint.Read(parsed),
            CommandLine = ShownCommandLine.Of(parsed),
            Folder = parsed.GetValue(_out)!,
            JsonFile = parsed.GetValue(_json),
            HistoryFolder = FolderOfHistory(parsed),
            Quiet = parsed.GetValue(_quiet) || parsed.GetValue(_json) == BenchOutput.StandardOutput,
            Crank = parsed.GetValue(_crank),
            Install = parsed.GetValue(_install),
        };
        if (request.Quick) RefuseBeside(parsed, _quick, _duration, _warmUp, _rate, _until, _sweep, _repeat, _ladder, _faults, _workerAway, _verifyEffects);
        if (parsed.GetValue(_ladder)) request = AsLadder(parsed, request);
        if (parsed.GetValue(_sweep)) request = AsSweep(parsed, request);
        request = WithDuration(_requests.WithReplay(parsed, request)) with
        {
            Settings = _settings.Read(parsed, request.Brokers),
            Partitions = PartitionsOption.Read(_partitions, parsed, request.Workload, request.Encrypt),
        };
        Check(request);
        return _agents.Apply(parsed, request);
    }

    private static void Check(BenchRequest request)
    {
        if (request.WorkerAway > TimeSpan.Zero && request.Modes.Contains(RunMode.RoundTrip)) throw new BadArgumentException("--worker-away is for --mode fire-and-forget: requests would only time out.");
        if (request.FanOut > 0 && request.Modes.Contains(RunMode.RoundTrip)) throw new BadArgumentException("--fan-out is for --mode fire-and-forget: a request has one answer.");
        if (request is { FanOut: > 0, WorkerAway.Ticks: > 0 }) throw new BadArgumentException("--worker-away and --fan-out: what goes to all who listen is kept for nobody who does not; leave one of them out.");
        if (request is { FanOut: > 0, Partitions: > 1 }) throw new BadArgumentException("--fan-out and --partitions: every listener gets every message; leave one of them out.");
        if (request is { FanOut: > 0, PipelineStages: > 1 }) throw new BadArgumentException("--fan-out and --pipeline are two ways of a message; leave one of them out.");
        if ((request.FanOut > 0 || request.PipelineStages > 1) && (request.Encrypt || request.Workload.Stages == Stages.Grains))
            throw new BadArgumentException("--fan-out and --pipeline are about messages between one sender and others than one listener; leave --encrypt and --stages grains out.");
        if (request.WorkerCommand is not null && (request.Network is not null || request.Faults.Count > 0)) throw new BadArgumentException("--network and --fault stand on this machine, where a worker of --worker-command would not find it; leave one of them out.");
        if (request is { Crank: true, JsonFile: BenchOutput.StandardOutput }) throw new BadArgumentException("--crank and --json - would both write to standard output; name a file for one of them.");
    }

    private static BenchRequest WithDuration(BenchRequest request)
    {
        if (request.Until is not null && !request.Rate.IsConstant) throw new BadArgumentException("--until searches a rate by itself, from one --rate on; leave its stages out.");
        if (request is { Rate.Duration: not null, Duration: not null }) throw new BadArgumentException($"--duration and the stages of --rate {request.Rate} both say how long a row is; leave one of them out.");
        request = request with { Duration = request.Rate.Duration ?? request.Duration ?? LeastDuration(request) };
        return request.Faults.FirstOrDefault(fault => fault.At >= request.Duration) is { } late
            ? throw new BadArgumentException($"--fault \"{late.Text}\" would come after the end: a row lasts {request.Duration!.Value.TotalSeconds:0.###} s. Ask for a longer --duration.") : request;
    }

    /// <summary>Long enough to see what comes after a fault, and after the worker's return; null where nobody asked for such.</summary>
    private static TimeSpan? LeastDuration(BenchRequest request)
    {
        var last = request.Faults.Select(fault => fault.At).Append(request.WorkerAway).Max();
        return last == TimeSpan.Zero && request.Faults.Count == 0 ? null : last + (last > AftermathMin ? last : AftermathMin);
    }

    private BenchRequest AsLadder(ParseResult parsed, BenchRequest request)
    {
        RefuseBeside(parsed, _ladder, _mode, _connections, _inFlight, _rate, _until, _sweep, _client, _encrypt, _network, _faults, _fanOut, _pipeline);
        return request with { Ladder = true, Modes = [RunMode.RoundTrip], Connections = [1], InFlight = 1, Client = "all" };
    }

    private BenchRequest AsSweep(ParseResult parsed, BenchRequest request)
    {
        // Beyond saturation no threshold holds, and what happens at a time happens to one rate only.
        RefuseBeside(parsed, _sweep, _mode, _confirmation, _thresholds, _faults, _workerAway, _fanOut, _crank);
        if (!request.Rate.IsConstant) throw new BadArgumentException("--sweep finds rates by itself, from one --rate on; leave its stages out.");
        return request with
        {
            Sweep = request.Until ?? LimitCondition.Parse(BenchRequest.SweepCondition),
            Until = null,
            Modes = [RunMode.RoundTrip],
            Connections = IsGiven(parsed, _connections) ? request.Connections : [BenchRequest.SweepConnections],
            Repetitions = request.Repetitions ?? BenchRequest.SweepRepetitions,
        };
    }

    private static void RefuseBeside(ParseResult parsed, Option decides, params IReadOnlyList<Option> others)
    {
        if (others.FirstOrDefault(option => IsGiven(parsed, option)) is { } option)
            throw new BadArgumentException($"{decides.Name} decides by itself what {option.Name} would say; leave one of them out.");
    }

    // Crank keeps what its jobs report, and throws their folders away.
    private string? FolderOfHistory(ParseResult parsed) => parsed.GetValue(_history) switch
    {
        NoHistory => null,
        null => parsed.GetValue(_crank) ? null : Path.Combine(parsed.GetValue(_out)!, HistoryFolder.Default),
        var folder => folder,
    };

    private static bool IsGiven(ParseResult parsed, params IEnumerable<Option> options) => options.Any(option => parsed.GetResult(option) is { Implicit: false });

    private void CheckBrokers(ArgumentResult given)
    {
        var isTable = given.GetResult(_table.Table) is { Implicit: false };
        foreach (var token in given.Tokens)
        {
            if (!isTable && !DriverCatalogue.Brokers.Contains(token.Value)) given.AddError(DescribeNoSystem(token.Value));
            if (isTable && !CallSystem.GroupNames.Contains(token.Value)) given.AddError(CallSystem.DescribeUnknown(token.Value));
        }
    }

    private static string DescribeNoSystem(string name) => CallSystem.GroupNames.Contains(name)
        ? $"'{name}' is no messaging system: its calls are compared by 'genie bench quic {name} --table'."
        : DriverCatalogue.DescribeUnknown(name);
}
