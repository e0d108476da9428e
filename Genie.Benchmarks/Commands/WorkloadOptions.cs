using System.CommandLine;
using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Effects;
using Genie.Workload;

namespace Genie.Benchmarks.Commands;

/// <summary>The options that say what a request means; client and worker take the same.</summary>
internal sealed class WorkloadOptions
{
    private readonly ParsedOption<Stages> _stages;
    private readonly ParsedOption<string> _geocoder = Options.OneOf("--geocoder", "What looks coordinates up", WorkloadFactory.Geocoders);
    private readonly Option<string?> _database = MapPlaces.CreateDatabaseOption();
    private readonly Option<string?> _duckDb = MapPlaces.CreateDuckDbOption("A DuckDB file of maps [default: one with the built-in maps]");
    private readonly ParsedOption<string> _store = Options.OneOf("--store", "Where events are kept, which asks for --stages grains; postgres is the --database", StoreKinds.All);
    private readonly Option<string?> _storeFolder;
    private readonly ParsedOption<PayloadSizes> _payload = Options.Of(
        "--payload", "Bytes added to each request: 256 or 64KiB; 64..4KiB for any of these, 256:90,4KiB:9,64KiB:1 for sizes with weights, p50=1KiB,p99=16KiB for a log-normal distribution", "0", PayloadSizes.Parse);
    private readonly ParsedOption<long> _seed = Options.OfCount("--seed", "What requests follow from: the same seed, the same requests", "1", max: long.MaxValue);

    /// <summary>The options.</summary>
    /// <param name="storeFolder">What the folder of the embedded store is by default, for the help.</param>
    /// <param name="stages">The stages by default.</param>
    public WorkloadOptions(string storeFolder, string stages = "full")
    {
        _stages = Options.OfName<Stages>("--stages", "How much of the work is done; grains is full with each request's effect kept as events", stages);
        _storeFolder = new Option<string?>("--store-folder") { Description = $"The embedded store's folder, in the worker's file system [default: {storeFolder}]", HelpName = "DIR" };
    }

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_stages);
        AddGrainsTo(command);
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
        if (choice.AsksDatabase) choice.Database = MapPlaces.Check(parsed.GetValue(_database));
        return choice;
    }

    private Stages StagesOf(ParseResult parsed, bool needsEffects)
    {
        var stages = _stages.Read(parsed);
        var namesStore = parsed.GetResult(_store) is not null || parsed.GetResult(_storeFolder) is not null;
        if (!(needsEffects || namesStore) || stages == Stages.Grains) return stages;
        return parsed.GetResult(_stages) is null
            ? Stages.Grains : throw new BadArgumentException("Effects are kept and verified with --stages grains; the other stages leave none behind.");
    }
}
