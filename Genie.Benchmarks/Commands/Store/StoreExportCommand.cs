using System.CommandLine;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Store;

/// <summary><c>genie store export</c>: events as JSON lines.</summary>
internal static class StoreExportCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var folder = StoreFolder.Argument();
        var file = new Option<string?>("--out") { Description = "The file to write; by default the output", HelpName = "FILE" };
        var stream = new Option<string?>("--stream") { Description = "Only this stream's events", HelpName = "NAME" };
        var after = new Option<long>("--after") { Description = "Only events after this position; default 0", HelpName = "POSITION" };
        var command = new Command("export", "Writes events as JSON lines, oldest first; changes nothing.") { folder, file, stream, after };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            await using var store = await StoreFolder.OpenAsync(parsed.GetValue(folder)!, readOnly: true, cancellationToken).ConfigureAwait(false);
            await using var output = parsed.GetValue(file) is { } path ? File.Create(path) : parsed.Streams().OpenOutput();
            using var lines = new EventLines(output);
            var (name, position) = (parsed.GetValue(stream), parsed.GetValue(after));
            var export = new EventExport(store, lines);
            if (position == 0 && name is null) await export.WriteAllAsync(cancellationToken).ConfigureAwait(false);
            else if (position == 0) await export.WriteStreamAsync(name!, cancellationToken).ConfigureAwait(false);
            else await WriteAfterAsync(store, lines, position, name, cancellationToken).ConfigureAwait(false);

            return ExitCode.Success;
        });
        return command;
    }

    private static async Task WriteAfterAsync(EmbeddedEventStore store, EventLines lines, long position, string? stream, CancellationToken cancellationToken)
    {
        await foreach (var each in store.ReadAllAsync(position, cancellationToken).ConfigureAwait(false))
        {
            if (stream is null || each.Stream == stream) lines.Write(each);
        }
    }
}
