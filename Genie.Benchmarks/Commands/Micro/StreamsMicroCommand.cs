using System.CommandLine;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro streams</c>: events a second through rules, a window and a geofence, on disk.</summary>
internal static class StreamsMicroCommand
{
    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var rules = Options.OfCount("--rules", "How many rules", "1000", min: 1);
        var streams = Options.OfCount("--streams", "How many machines the events are of, each with windows and positions of its own", "1000", min: 1);
        var inFlight = Options.OfCount("--in-flight", "Events under way at once", "256", min: 1);
        var folder = new Option<string>("--dir") { Description = "Where to make a folder for the store, removed afterwards", DefaultValueFactory = _ => Path.GetTempPath() };
        var seconds = new Option<double>("--seconds") { Description = "How long to measure", DefaultValueFactory = _ => 3 };
        var seed = new Option<int>("--seed") { Description = "The seed of rules and events", DefaultValueFactory = _ => 1 };
        var json = new Option<bool>("--json") { Description = "Print one JSON object" };
        var command = new Command("streams", "Genius alone, over the embedded event store: events a second through rules, a window and a geofence") { rules, streams, inFlight, folder, seconds, seed, json };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var run = new StreamsMicroRun((int)rules.Read(parsed), (int)streams.Read(parsed), (int)inFlight.Read(parsed), parsed.GetValue(seed));
            var result = await run.MeasureAsync(parsed.GetValue(folder)!, TimeSpan.FromSeconds(parsed.GetValue(seconds)), cancellationToken).ConfigureAwait(false);
            parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? result.ToJson() : result.ToText());
            return ExitCode.Success;
        });
        return command;
    }
}
