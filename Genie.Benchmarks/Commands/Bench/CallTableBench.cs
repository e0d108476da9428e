using System.Text.Json;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Load.Calls;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Calls;
using Genie.Benchmarks.Reporting.Html;
using Genie.Rpc.Quic;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary><c>genie bench --table</c>: measures, writes and shows a table of calls.</summary>
internal static class CallTableBench
{
    /// <summary>Does it.</summary>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(CallTableRequest request, CancellationToken cancellationToken)
    {
        var missing = request.Plan.Systems.Where(system => !system.IsSupported).ToList();
        if (missing.Count > 0)
        {
            await Console.Error.WriteLineAsync($"{string.Join(", ", missing.Select(system => system.Title))}: cannot be measured here. {QuicSupport.HowToInstall}").ConfigureAwait(false);
            return ExitCode.Failure;
        }

        BenchOutput.RequireWritable(request.Folder);
        var table = await MeasureAsync(request, cancellationToken).ConfigureAwait(false);
        await WriteAsync(request, table).ConfigureAwait(false);
        if (table.Partial) return ExitCode.Interrupted;
        return table.IsWhole ? ExitCode.Success : ExitCode.Failure;
    }

    private static async Task<CallTable> MeasureAsync(CallTableRequest request, CancellationToken cancellationToken)
    {
        var (started, load, isPartial) = (DateTimeOffset.UtcNow, new MachineLoad(), false);
        var source = GitCheckout.Read(Directory.GetCurrentDirectory());
        await using var run = new CallTableRun(request.Plan, text =>
        {
            if (!request.IsQuiet) Console.Error.WriteLine(text);
        });
        try
        {
            await run.RunAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            isPartial = true;
        }

        var machine = MachineReader.Read();
        return new CallTable
        {
            Machine = machine,
            MachineLoad = load.End(),
            Source = source,
            Started = started,
            Ended = DateTimeOffset.UtcNow,
            CommandLine = request.CommandLine,
            Repetitions = request.Plan.Repetitions,
            Seed = request.Plan.Seed,
            Partial = isPartial,
            Remarks = Remarks(request.Plan),
            Cells = run.Cells,
            Targets = CallTargets.Judge(run.Cells, machine.Cores),
        };
    }

    private static IReadOnlyList<string> Remarks(CallTablePlan plan) => plan.LossShares.Any(share => share > 0)
        ? ["The proxy loses single datagrams of QUIC. Of TCP it sees bytes, not packets: what it reads at once is held up for one round trip where it is lost, and the sender's congestion control does not notice. That is kind to HTTP/2: over a network that loses packets it would be slower than here."]
        : [];

    // Not cancelled by what ended the measurement: the partial table is what it leaves behind.
    private static async Task WriteAsync(CallTableRequest request, CallTable table)
    {
        if (request.JsonFile == BenchOutput.StandardOutput)
        {
            await BenchOutput.WriteToStandardOutputAsync(table, CallTableJsonContext.Default.CallTable).ConfigureAwait(false);
            return;
        }

        var (file, page) = (request.JsonFile ?? Path.Combine(request.Folder, CallTable.FileName), Path.Combine(request.Folder, CallTable.PageName));
        await File.WriteAllBytesAsync(file, JsonSerializer.SerializeToUtf8Bytes(table, CallTableJsonContext.Default.CallTable), CancellationToken.None).ConfigureAwait(false);
        await HtmlPage.WriteAsync(page, CallTablePage.Create(table), CancellationToken.None).ConfigureAwait(false);
        if (request.IsQuiet) return;
        Console.WriteLine(CallTableText.Create(table));
        Console.WriteLine($"Results: {file}, page: {page}");
    }
}
