using System.CommandLine;
using System.Globalization;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Store;

/// <summary><c>genie store import</c>: a new store from the lines of an export.</summary>
internal static class StoreImportCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var folder = StoreFolder.Argument();
        var file = new Option<string>("--from") { Description = "The lines, as 'genie store export' writes them; - reads the input", HelpName = "FILE", Required = true };
        var command = new Command("import", "Makes a store of an export: streams, versions, keys, times and order are the same, positions are given anew.") { folder, file };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var (target, source) = (parsed.GetValue(folder)!, parsed.GetValue(file)!);
            if (Directory.Exists(target) && Directory.EnumerateFileSystemEntries(target).Any()) throw new BadArgumentException($"{target} is not empty; events are imported into a store of their own.");
            if (source != "-" && !File.Exists(source)) throw new BadArgumentException($"There is no file {source}.");
            using var lines = source == "-" ? parsed.Streams().Input : File.OpenText(source);
            await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = target }, cancellationToken).ConfigureAwait(false);
            var events = await new EventImport(store, source).RunAsync(lines, cancellationToken).ConfigureAwait(false);
            await parsed.InvocationConfiguration.Output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{events:N0} events: {StoreFolder.Describe(store.Summarize())}")).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }
}
