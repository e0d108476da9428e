using System.CommandLine;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro store-scale</c>: an embedded event store of many streams: opened, read, and what it takes of the memory.</summary>
internal static class StoreScaleMicroCommand
{
    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var folder = new Option<string>("--store") { Description = "The store's folder; it is filled if it is not there, and stays", Required = true };
        var streams = Options.OfCount("--streams", "Streams, of ten events each", "1000000", min: 1);
        var longStream = Options.OfCount("--long", "Events of one more stream, one behind the other", "1000000", min: 1);
        var size = Options.OfCount("--size", "Bytes of an event's payload", "130", min: 1);
        var segment = Options.OfCount("--segment-bytes", "Bytes of a segment file", $"{new EmbeddedStoreOptions { Folder = "" }.SegmentBytes}", min: 1 << 20);
        var cold = new Option<bool>("--cold") { Description = "Drop the page cache before each measurement (Linux, root)" };
        var command = new Command("store-scale", "An embedded event store of many streams: opened, read, and its memory; memory is told well by a process that did not fill it") { folder, streams, longStream, size, segment, cold };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var run = new StoreScaleMicroRun(parsed.GetValue(folder)!, streams.Read(parsed), longStream.Read(parsed), (int)size.Read(parsed), segment.Read(parsed), parsed.GetValue(cold));
            await run.RunAsync(parsed.InvocationConfiguration.Output.WriteLine, cancellationToken).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }
}
