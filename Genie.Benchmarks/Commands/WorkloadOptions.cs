using System.CommandLine;
using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Load;
using Genie.Workload;

namespace Genie.Benchmarks.Commands;

/// <summary>The options that say what a request means; client and worker take the same.</summary>
internal sealed class WorkloadOptions
{
    private readonly ParsedOption<Stages> _stages = Options.OfName<Stages>("--stages", "How much of the work is done", "full");
    private readonly ParsedOption<string> _geocoder = Options.OneOf("--geocoder", "What looks coordinates up", WorkloadFactory.Geocoders);
    private readonly Option<string?> _database = MapPlaces.CreateDatabaseOption();
    private readonly Option<string?> _duckDb = MapPlaces.CreateDuckDbOption("A DuckDB file of maps [default: one with the built-in maps]");
    private readonly ParsedOption<long> _payload = Options.OfCount("--payload", "Bytes added to each request (256, 64KiB)", "0");
    private readonly ParsedOption<long> _seed = Options.OfCount("--seed", "What requests follow from: the same seed, the same requests", "1");

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_stages);
        command.Add(_geocoder);
        command.Add(_database);
        command.Add(_duckDb);
        command.Add(_payload);
        command.Add(_seed);
    }

    /// <summary>What was chosen.</summary>
    /// <exception cref="BadArgumentException">A database is to be asked, and none is named.</exception>
    public WorkloadChoice Read(ParseResult parsed)
    {
        var choice = new WorkloadChoice
        {
            Stages = _stages.Read(parsed),
            Geocoder = _geocoder.Read(parsed)!,
            DatabaseFile = parsed.GetValue(_duckDb) is { } file ? Path.GetFullPath(file) : null,
            PayloadBytes = (int)_payload.Read(parsed),
            Seed = _seed.Read(parsed),
        };
        if (choice.Geocoder == WorkloadFactory.PostGisGeocoder)
            choice.Database = MapPlaces.Check(parsed.GetValue(_database)) ?? throw new BadArgumentException($"--geocoder postgis needs the database: --database \"Host=...;Username=...;Password=...;Database=...\", or {MapPlaces.DatabaseVariable}.");
        return choice;
    }
}
