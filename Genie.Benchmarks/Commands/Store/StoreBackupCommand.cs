using System.CommandLine;
using System.Globalization;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Store;

/// <summary><c>genie store backup</c> and <c>genie store restore</c>: copies of a store's files that are whole.</summary>
internal static class StoreBackupCommand
{
    /// <summary>The command that makes a backup, or brings one up to date.</summary>
    public static Command CreateBackup()
    {
        var folder = StoreFolder.Argument();
        var to = new Argument<string>("TO") { Description = "The backup's folder: an empty one, or the one of the last backup, of which what did not change is kept" };
        var command = new Command("backup", "Copies a store, also while a process writes to it, and verifies the copy.") { folder, to };
        command.SetAction((parsed, cancellationToken) => CopyAsync(parsed.GetValue(folder)!, parsed.GetValue(to)!, parsed, cancellationToken));
        return command;
    }

    /// <summary>The command that makes a store of a backup.</summary>
    public static Command CreateRestore()
    {
        var backup = new Argument<string>("BACKUP") { Description = "The backup's folder" };
        var to = new Argument<string>("DIR") { Description = "The store's folder; an empty one" };
        var command = new Command("restore", "Makes a store of a backup, and verifies it; the backup stays as it is.") { backup, to };
        command.SetAction((parsed, cancellationToken) =>
        {
            var target = parsed.GetValue(to)!;
            if (Directory.Exists(target) && Directory.EnumerateFileSystemEntries(target).Any()) throw new BadArgumentException($"{target} is not empty. Move what is there elsewhere first: a restore changes no store.");
            return CopyAsync(parsed.GetValue(backup)!, target, parsed, cancellationToken);
        });
        return command;
    }

    private static async Task<int> CopyAsync(string from, string to, ParseResult parsed, CancellationToken cancellationToken)
    {
        StoreFolder.Require(from);
        if (Path.GetFullPath(from) == Path.GetFullPath(to)) throw new BadArgumentException($"{from} and {to} are the same folder.");
        var copied = await EmbeddedEventStore.BackUpAsync(from, to, cancellationToken).ConfigureAwait(false);
        await using var store = await StoreFolder.OpenAsync(to, readOnly: true, cancellationToken).ConfigureAwait(false);
        var text = string.Create(CultureInfo.InvariantCulture, $"{copied.SegmentsCopied:N0} segments copied ({copied.BytesCopied / 1024:N0} KiB), {copied.SegmentsKept:N0} kept; whole: {StoreFolder.Describe(store.Summarize())}");
        await parsed.InvocationConfiguration.Output.WriteLineAsync(text).ConfigureAwait(false);
        return ExitCode.Success;
    }
}
