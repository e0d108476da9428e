using System.CommandLine;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro keys</c>: what Genius tells of where keys are, and the memory that takes.</summary>
internal static class KeysMicroCommand
{
    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var keys = Options.OfCount("--keys", "How many keys: half of them in ten cities, the others anywhere", "1000000", min: 1);
        var seconds = new Option<double>("--seconds") { Description = "How long to measure each question", DefaultValueFactory = _ => 2 };
        var seed = new Option<int>("--seed") { Description = "The seed of their places", DefaultValueFactory = _ => 1 };
        var json = new Option<bool>("--json") { Description = "Print one JSON object a line" };
        var command = new Command("keys", "Where keys are, in memory: how fast they move, questions a second, and bytes a key") { keys, seconds, seed, json };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var run = new KeysMicroRun((int)keys.Read(parsed), parsed.GetValue(seed), TimeSpan.FromSeconds(parsed.GetValue(seconds)));
            await foreach (var result in run.MeasureAsync(cancellationToken).ConfigureAwait(false)) parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? result.ToJson() : result.ToText());
            return ExitCode.Success;
        });
        return command;
    }
}
