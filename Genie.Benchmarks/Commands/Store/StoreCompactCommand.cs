using System.CommandLine;
using System.Globalization;

namespace Genie.Benchmarks.Commands.Store;

/// <summary><c>genie store compact</c>: removes what snapshots hold and projections have passed.</summary>
internal static class StoreCompactCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var folder = StoreFolder.Argument();
        var command = new Command("compact", "Removes events that a snapshot holds and every projection has passed; nobody else may have the store open.") { folder };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            await using var store = await StoreFolder.OpenAsync(parsed.GetValue(folder)!, readOnly: false, cancellationToken).ConfigureAwait(false);
            var freed = await store.CompactAsync(cancellationToken).ConfigureAwait(false);
            await parsed.InvocationConfiguration.Output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{freed / 1024:N0} KiB became free: {StoreFolder.Describe(store.Summarize())}")).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }
}
