using System.CommandLine;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro rules</c>: events a second that are matched against many rules.</summary>
internal static class RulesMicroCommand
{
    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var rules = Options.OfCount("--rules", "How many rules", "100000", min: 1);
        var events = Options.OfCount("--events", "How many different events; they are matched again and again", "200000", min: 1);
        var threads = Options.OfCount("--threads", "Threads that match at once", "2", min: 1);
        var compared = Options.OfCount("--compared", "Events whose answers go into the hash", "1000", min: 1);
        var scan = new Option<bool>("--scan") { Description = "Try every rule against the compared events instead: the same hash, without the index" };
        var seconds = new Option<double>("--seconds") { Description = "How long to measure", DefaultValueFactory = _ => 3 };
        var seed = new Option<int>("--seed") { Description = "The seed of rules and events", DefaultValueFactory = _ => 1 };
        var json = new Option<bool>("--json") { Description = "Print one JSON object" };
        var command = new Command("rules", "The rule engine with the embedded geocoder: events a second, matched against many rules") { rules, events, threads, compared, scan, seconds, seed, json };
        command.SetAction(parsed =>
        {
            var sample = RulesMicroSample.Make((int)rules.Read(parsed), (int)events.Read(parsed), parsed.GetValue(seed));
            var run = new RulesMicroRun(sample, (int)compared.Read(parsed));
            var result = parsed.GetValue(scan) ? run.Scan() : run.Measure((int)threads.Read(parsed), TimeSpan.FromSeconds(parsed.GetValue(seconds)));
            parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? result.ToJson() : result.ToText());
            return ExitCode.Success;
        });
        return command;
    }
}
