using System.CommandLine;

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
            var events = store.ReadAllAsync(parsed.GetValue(after), cancellationToken);
            await using var output = parsed.GetValue(file) is { } path ? File.Create(path) : Console.OpenStandardOutput();
            using var lines = new EventLines(output);
            var name = parsed.GetValue(stream);
            await foreach (var each in events.ConfigureAwait(false))
            {
                if (name is null || each.Stream == name) lines.Write(each);
            }

            return ExitCode.Success;
        });
        return command;
    }
}
