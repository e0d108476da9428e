using System.CommandLine;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro append</c>: the embedded event store alone, with the fields of the yardstick <c>peers-rs append</c>.</summary>
internal static class AppendMicroCommand
{
    private static readonly int[] Groups = [1, 16, 256];

    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var folder = new Option<string>("--dir") { Description = "Where to make a folder for the store, removed afterwards", DefaultValueFactory = _ => Path.GetTempPath() };
        var size = Options.OfCount("--size", "Bytes of an event", "256", min: 1);
        var segment = Options.OfCount("--segment-bytes", "Bytes of a segment file, which is filled with zeros before it is used", $"{new EmbeddedStoreOptions { Folder = "" }.SegmentBytes}", min: 1 << 20);
        var recovery = Options.OfCount("--events", "Events to recover", "1000000", min: 1);
        var seconds = new Option<double>("--seconds") { Description = "How long to measure each group", DefaultValueFactory = _ => 3 };
        var json = new Option<bool>("--json") { Description = "Print one JSON object a line" };
        var command = new Command("append", "The embedded event store alone: events a second on disk, and how fast a log is read back") { folder, size, segment, recovery, seconds, json };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            void Print(AppendMicroResult result) => parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? result.ToJson() : result.ToText());
            var run = new AppendMicroRun(parsed.GetValue(folder)!, (int)size.Read(parsed), segment.Read(parsed), TimeSpan.FromSeconds(parsed.GetValue(seconds)));
            foreach (var group in Groups) Print(await run.MeasureGroupAsync(group, cancellationToken).ConfigureAwait(false));
            foreach (var group in Groups) Print(await run.MeasureBlockingAsync(group, cancellationToken).ConfigureAwait(false));
            foreach (var group in Groups[1..]) Print(await run.MeasureSinglesAsync(group, cancellationToken).ConfigureAwait(false));
            Print(await run.MeasureRecoveryAsync(recovery.Read(parsed), cancellationToken).ConfigureAwait(false));
            return ExitCode.Success;
        });
        return command;
    }
}
