using System.CommandLine;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro grains</c>: the grain runtime alone.</summary>
internal static class GrainsMicroCommand
{
    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var live = Options.OfCount("--live", "Grains that are live at the end", "100000", min: 1);
        var seconds = new Option<double>("--seconds") { Description = "How long to measure each operation", DefaultValueFactory = _ => 3 };
        var json = new Option<bool>("--json") { Description = "Print one JSON object a line" };
        var command = new Command("grains", "The grain runtime alone: messages and calls a second, and the memory of live grains") { live, seconds, json };
        command.SetAction(async (parsed, _) =>
        {
            void Print(GrainsMicroResult result) => parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? result.ToJson() : result.ToText());
            var time = TimeSpan.FromSeconds(parsed.GetValue(seconds));
            Print(await GrainsMicroRun.MeasureLiveAsync((int)live.Read(parsed)).ConfigureAwait(false));
            Print(await GrainsMicroRun.MeasureOneWayAsync(time).ConfigureAwait(false));
            Print(await GrainsMicroRun.MeasureCallsAsync(time).ConfigureAwait(false));
            return ExitCode.Success;
        });
        return command;
    }
}
