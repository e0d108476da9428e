using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>What a <c>genie bench</c> that was to succeed wrote.</summary>
internal static class MeasuredResults
{
    /// <summary>
    /// Reads it. Nothing speaks against a row but, on a busy machine, Little's law: a client that waits for the processor between two
    /// requests breaks it, which is to be told, and is no fault of what is tested.
    /// </summary>
    public static async Task<BenchResults> ReadAsync((int Code, string Output, string Error) run, string resultsPath)
    {
        var text = run.Output + run.Error;
        Assert.True(run.Code is ExitCode.Success or ExitCode.Failure && File.Exists(resultsPath), text);
        var results = await ResultsFile.ReadAsync(resultsPath, CancellationToken.None);
        Assert.True(results.Runs.SelectMany(row => row.Marks).Where(RowAudit.MakesInvalid).All(mark => mark.Kind == RowMarkKinds.LittlesLaw), text);
        Assert.True(run.Code == (results.Runs.All(row => row.Valid) ? ExitCode.Success : ExitCode.Failure), text);
        return results;
    }
}
