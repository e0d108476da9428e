using System.CommandLine;
using System.Globalization;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Store;

/// <summary><c>genie store delete</c>: deletes a stream, and archives its events before.</summary>
internal static class StoreDeleteCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var folder = StoreFolder.Argument();
        var stream = new Option<string>("--stream") { Description = "The stream to delete", HelpName = "NAME", Required = true };
        var archive = new Option<string?>("--archive") { Description = "A new file that gets its events first, as JSON lines", HelpName = "FILE" };
        var command = new Command("delete", "Deletes a stream; nobody else may have the store open. The next compact takes its bytes.") { folder, stream, archive };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var name = parsed.GetValue(stream)!;
            await using var store = await StoreFolder.OpenAsync(parsed.GetValue(folder)!, readOnly: false, cancellationToken).ConfigureAwait(false);
            var version = await store.GetVersionAsync(name, cancellationToken).ConfigureAwait(false);
            if (version == 0) throw new BadArgumentException($"There is no stream '{name}'.");
            var archived = parsed.GetValue(archive) is { } file ? await ArchiveAsync(store, name, file, cancellationToken).ConfigureAwait(false) : "";
            await store.DeleteStreamAsync(name, version, cancellationToken).ConfigureAwait(false);
            await parsed.InvocationConfiguration.Output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{name}: deleted up to version {version:N0}{archived}")).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }

    /// <returns>What is said of it.</returns>
    /// <exception cref="BadArgumentException">The file is there already, or cannot be made.</exception>
    private static async Task<string> ArchiveAsync(EmbeddedEventStore store, string stream, string file, CancellationToken cancellationToken)
    {
        await using var output = Create(file);
        long events;
        try
        {
            using (var lines = new EventLines(output)) events = await new EventExport(store, lines).WriteStreamAsync(stream, cancellationToken).ConfigureAwait(false);

            // What is deleted next must be on the disk by then.
            output.Flush(flushToDisk: true);
        }
        catch
        {
            await output.DisposeAsync().ConfigureAwait(false);
            File.Delete(file);
            throw;
        }

        return string.Create(CultureInfo.InvariantCulture, $"; {events:N0} events are in {file}");
    }

    private static FileStream Create(string file)
    {
        try
        {
            return new FileStream(file, FileMode.CreateNew, FileAccess.Write);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new BadArgumentException($"--archive: {error.Message}", error);
        }
    }
}
