using System.CommandLine;
using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Load.Silos;
using Genie.Workload;

namespace Genie.Benchmarks.Commands;

/// <summary>The options that say what a request means; client and worker take the same.</summary>
internal sealed class WorkloadOptions
{
    private const int NodesMax = 64;

    private readonly ParsedOption<Stages> _stages;
    private readonly ParsedOption<string> _geocoder = Options.OneOf("--geocoder", "What looks coordinates up", WorkloadFactory.Geocoders);
    private readonly Option<string?> _database = MapPlaces.CreateDatabaseOption();
    private readonly Option<string?> _duckDb = MapPlaces.CreateDuckDbOption("A DuckDB file of maps [default: one with the built-in maps]");
    private readonly ParsedOption<string> _store = Options.OneOf("--store", "Where events are kept, which asks for --stages grains; postgres is the --database", StoreKinds.All);
    private readonly Option<string?> _storeFolder;
    private readonly ParsedOption<string> _grainHost = Options.OneOf("--grain-host", "Where the grains of --stages grains live: in the worker, or in a cluster of --nodes processes beside it, which needs --store postgres", GrainHosts.All);
    private readonly ParsedOption<int[]> _nodes;
    private readonly ParsedOption<PayloadSizes> _payload = Options.Of(
        "--payload", "Bytes added to each request: 256 or 64KiB; 64..4KiB for any of these, 256:90,4KiB:9,64KiB:1 for sizes with weights, p50=1KiB,p99=16KiB for a log-normal distribution", "0", PayloadSizes.Parse);
    private readonly ParsedOption<long> _seed = Options.OfCount("--seed", "What requests follow from: the same seed, the same requests", "1", max: long.MaxValue);

    /// <summary>The options.</summary>
    /// <param name="storeFolder">What the folder of the embedded store is by default, for the help.</param>
    /// <param name="stages">The stages by default.</param>
    /// <param name="nodes">What is said of several counts of nodes, for the help.</param>
    public WorkloadOptions(string storeFolder, string stages = "full", string nodes = "")
    {
        _nodes = Options.Of("--nodes", $"Processes that host the grains{nodes}; by itself it means --grain-host orleans", "1", CountList.Of("nodes", NodesMax));
        _stages = Options.OfName<Stages>("--stages", "How much of the work is done; grains is full with each request's effect kept as events", stages);
        _storeFolder = new Option<string?>("--store-folder") { Description = $"The embedded store's folder, in the worker's file system [default: {storeFolder}]", HelpName = "DIR" };
    }

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_stages);
        AddGrainsTo(command);
        command.Add(_grainHost);
        command.Add(_nodes);
        command.Add(_payload);
        command.Add(_seed);
    }

    /// <summary>Adds to a command those alone that the parties' grains need.</summary>
    public void AddGrainsTo(Command command)
    {
        command.Add(_geocoder);
        command.Add(_database);
        command.Add(_duckDb);
        command.Add(_store);
        command.Add(_storeFolder);
    }

    /// <summary>What was chosen.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="needsEffects">True if requests must leave events behind, whatever the default of the stages.</param>
    /// <exception cref="BadArgumentException">Arguments that do not go together, or no connection string.</exception>
    public WorkloadChoice Read(ParseResult parsed, bool needsEffects = false)
    {
        var sizes = _payload.Read(parsed)!;
        var choice = new WorkloadChoice
        {
            Stages = StagesOf(parsed, needsEffects),
            Geocoder = _geocoder.Read(parsed)!,
            DatabaseFile = parsed.GetValue(_duckDb) is { } file ? Path.GetFullPath(file) : null,
            Store = _store.Read(parsed)!,
            StoreFolder = parsed.GetValue(_storeFolder),
            PayloadBytes = sizes.MeanBytes,
            PayloadSizes = sizes.IsFixed ? null : sizes.ToString(),
            Seed = _seed.Read(parsed),
        };
        choice = WithHost(parsed, choice);
        if (choice.AsksDatabase) choice.Database = MapPlaces.Check(parsed.GetValue(_database));
        return choice;
    }

    /// <summary>The numbers of nodes, the first of which <see cref="Read"/> has in its choice.</summary>
    public IReadOnlyList<int> ReadNodes(ParseResult parsed) => _nodes.Read(parsed)!;

    /// <summary>What was chosen, for commands that do one thing only.</summary>
    /// <exception cref="BadArgumentException">Several numbers of nodes were given, or arguments do not go together.</exception>
    public WorkloadChoice ReadOne(ParseResult parsed, bool needsEffects = false) =>
        ReadNodes(parsed).Count == 1 ? Read(parsed, needsEffects) : throw new BadArgumentException("--nodes: one number is expected here; 'genie bench' measures several, a row each.");

    private WorkloadChoice WithHost(ParseResult parsed, WorkloadChoice choice)
    {
        var nodes = ReadNodes(parsed);
        var host = IsGiven(parsed, _nodes) && !IsGiven(parsed, _grainHost) ? GrainHosts.Orleans : _grainHost.Read(parsed)!;
        if (host == GrainHosts.Embedded)
            return IsGiven(parsed, _nodes) ? throw new BadArgumentException($"--nodes: grains that are embedded live in the worker; choose --grain-host {GrainHosts.Orleans} or {GrainHosts.ProtoActor}.") : choice;
        if (IsGiven(parsed, _store) && choice.Store != StoreKinds.Postgres || choice.StoreFolder is not null)
            throw new BadArgumentException($"--grain-host {host} needs --store {StoreKinds.Postgres}: the embedded store belongs to one process.");
        return choice with { GrainHost = host, Nodes = nodes[0], ArePinned = Pinning.IsPossible(nodes.Max()), Store = StoreKinds.Postgres };
    }

    private static bool IsGiven(ParseResult parsed, Option option) => parsed.GetResult(option) is { Implicit: false };

    private Stages StagesOf(ParseResult parsed, bool needsEffects)
    {
        var stages = _stages.Read(parsed);
        var namesGrains = parsed.GetResult(_store) is not null || parsed.GetResult(_storeFolder) is not null || IsGiven(parsed, _nodes) || IsGiven(parsed, _grainHost);
        if (!(needsEffects || namesGrains) || stages == Stages.Grains) return stages;
        return parsed.GetResult(_stages) is null
            ? Stages.Grains : throw new BadArgumentException("Effects are kept and verified with --stages grains; the other stages leave none behind.");
    }
}
