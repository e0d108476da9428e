using System.CommandLine;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Reporting;

namespace Genie.Benchmarks.Commands.History;

/// <summary><c>genie history add FILE</c>: takes results of earlier measurements, or of other machines, into the history.</summary>
internal static class HistoryAddCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var files = new Argument<string[]>("FILE") { Description = "Results of 'genie bench'", Arity = ArgumentArity.OneOrMore };
        var folder = HistoryFolderOption.Create();
        var command = new Command("add", "Adds results of earlier measurements, or of other machines; those that are there already are left as they are.") { files, folder };
        command.SetAction((parsed, cancellationToken) => RunAsync(parsed.GetValue(files)!, parsed.GetValue(folder)!, parsed.InvocationConfiguration.Output, cancellationToken));
        return command;
    }

    private static async Task<int> RunAsync(string[] files, string folder, TextWriter output, CancellationToken cancellationToken)
    {
        try
        {
            var (known, _) = await HistoryFolder.ReadAsync(folder, cancellationToken).ConfigureAwait(false);
            var starts = known.Select(each => (each.Started, each.Machine)).ToHashSet();
            foreach (var file in files)
            {
                var results = await ResultsFile.ReadAsync(file, cancellationToken).ConfigureAwait(false);
                var isNew = starts.Add((results.Started, results.Machine));
                if (isNew) await HistoryFolder.AddAsync(folder, results, cancellationToken).ConfigureAwait(false);
                await output.WriteLineAsync($"{file}: {(isNew ? $"{results.Runs.Count} rows added" : "is there already")}".AsMemory(), cancellationToken).ConfigureAwait(false);
            }

            return ExitCode.Success;
        }
        catch (ResultsFileException error)
        {
            throw new BadArgumentException(error.Message, error);
        }
    }
}
