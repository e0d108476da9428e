using System.CommandLine;

namespace Genie.Benchmarks.Commands.Store;

/// <summary><c>genie store verify</c>: reads every byte that was confirmed.</summary>
internal static class StoreVerifyCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var folder = StoreFolder.Argument();
        var command = new Command("verify", "Reads every record, with its checksum and its order, and what the manifest asks for; changes nothing.") { folder };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            await using var store = await StoreFolder.OpenAsync(parsed.GetValue(folder)!, readOnly: true, cancellationToken, verify: true).ConfigureAwait(false);
            long events = 0;
            await foreach (var each in store.ReadAllAsync(0, cancellationToken).ConfigureAwait(false)) events++;
            var summary = store.Summarize();
            if (events != summary.Events)
            {
                await parsed.InvocationConfiguration.Error.WriteLineAsync($"The global order has {events:N0} events, the streams have {summary.Events:N0}.").ConfigureAwait(false);
                return ExitCode.Failure;
            }

            await parsed.InvocationConfiguration.Output.WriteLineAsync($"whole: {StoreFolder.Describe(summary)}").ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }
}
