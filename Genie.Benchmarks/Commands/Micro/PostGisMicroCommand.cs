using System.CommandLine;
using Genie.Benchmarks.Commands.Maps;
using Genie.Geocoding.PostGis;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro postgis</c>: the PostGIS geocoder alone, to be held beside pgbench with the same SQL.</summary>
internal static class PostGisMicroCommand
{
    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var database = MapPlaces.CreateDatabaseOption();
        var connections = Options.OfCount("--connections", "Connections to the database", "1", min: 1);
        var callers = Options.OfCount("--callers", "Look-ups at a time", "1", min: 1);
        var batch = Options.OfCount("--batch", "The most points that one statement asks for; 1: no batches", "1", min: 1);
        var seconds = new Option<double>("--seconds") { Description = "How long to measure", DefaultValueFactory = _ => 3 };
        var pgbench = new Option<bool>("--pgbench") { Description = "PostgreSQL's own load generator instead, with the same statement and connections" };
        var json = new Option<bool>("--json") { Description = "Print one JSON object" };
        var command = new Command("postgis", "The PostGIS geocoder alone: look-ups a second over points in the United States") { database, connections, callers, batch, seconds, pgbench, json };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            await using var maps = await MapDatabase.EnsureAsync(MapPlaces.Check(parsed.GetValue(database)), cancellationToken).ConfigureAwait(false);
            var options = new PostGisOptions { ConnectionString = maps.ConnectionString, Connections = (int)connections.Read(parsed), BatchPoints = (int)batch.Read(parsed) };
            var time = TimeSpan.FromSeconds(parsed.GetValue(seconds));
            var result = parsed.GetValue(pgbench)
                ? new PostGisMicroResult { Candidate = "pgbench", Connections = options.Connections, PerSecond = await PgbenchRun.MeasureAsync(PostGisMicroRun.PgbenchScript, options.ConnectionString, options.Role, options.Connections, time, cancellationToken).ConfigureAwait(false) }
                : await new PostGisMicroRun(options, (int)callers.Read(parsed)).MeasureAsync(time, cancellationToken).ConfigureAwait(false);
            parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? result.ToJson() : result.ToText());
            return ExitCode.Success;
        });
        return command;
    }
}
