using System.Text.Json;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Load.Calls;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Calls;
using Genie.Benchmarks.Reporting.Html;
using Genie.Faults;
using Genie.Rpc.Quic;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary><c>genie bench --table</c>: measures, writes and shows a table of calls.</summary>
internal static class CallTableBench
{
    /// <summary>Does it.</summary>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(CallTableRequest request, CommandStreams streams, CancellationToken cancellationToken)
    {
        var missing = request.Plan.Systems.Where(system => !system.IsSupported).ToList();
        if (missing.Count > 0)
        {
            await streams.Error.WriteLineAsync($"{string.Join(", ", missing.Select(system => system.Title))}: cannot be measured here. {QuicSupport.HowToInstall}").ConfigureAwait(false);
            return ExitCode.Failure;
        }

        var lack = request.Path == CallPath.Proxy || request.Plan.LossShares.Count == 0 ? null : PacketPath.WhyUnavailable();
        if (lack is not null && request.Path == CallPath.Packets)
        {
            await streams.Error.WriteLineAsync($"--path packets cannot be had here ({lack}). It takes Linux and root; leave it out for the proxy.").ConfigureAwait(false);
            return ExitCode.Failure;
        }

        BenchOutput.RequireWritable(request.Folder);
        request = request with { Plan = request.Plan with { Path = request.Path == CallPath.Proxy || lack is not null ? CallPath.Proxy : CallPath.Packets } };
        var table = await MeasureAsync(request, lack, streams.Error, cancellationToken).ConfigureAwait(false);
        await WriteAsync(request, table, streams).ConfigureAwait(false);
        if (table.Partial) return ExitCode.Interrupted;
        return table.IsWhole ? ExitCode.Success : ExitCode.Failure;
    }

    private static async Task<CallTable> MeasureAsync(CallTableRequest request, string? lack, TextWriter error, CancellationToken cancellationToken)
    {
        var (started, load, isPartial) = (DateTimeOffset.UtcNow, new MachineLoad(TimeProvider.System), false);
        var source = GitCheckout.Read(Directory.GetCurrentDirectory());
        await using var run = new CallTableRun(request.Plan, text =>
        {
            if (!request.IsQuiet) error.WriteLine(text);
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
            Remarks = Remarks(request.Plan, lack),
            Cells = run.Cells,
            Targets = CallTargets.Judge(run.Cells, machine.Cores),
        };
    }

    private static IReadOnlyList<string> Remarks(CallTablePlan plan, string? lack)
    {
        if (plan.LossShares.Count == 0) return [];
        if (plan.Path == CallPath.Packets) return ["At a distance client and server are in networks of their own, and between these every IPv4 packet is delayed and lost alike, TCP's segments and acknowledgements as well as QUIC's datagrams."];
        return
        [
            "At a distance a proxy stands between client and server. It loses single datagrams of QUIC. Of TCP it sees bytes, not packets: what it reads at once is held up for one round trip where it is lost, and the sender's "
            + "congestion control does not notice. That is kind to HTTP/2: over a network that loses packets it would be slower than here."
            + (lack is null ? "" : $" A path that loses TCP's packets cannot be had here ({lack}); it takes Linux and root."),
        ];
    }

    // Not cancelled by what ended the measurement: the partial table is what it leaves behind.
    private static async Task WriteAsync(CallTableRequest request, CallTable table, CommandStreams streams)
    {
        if (request.JsonFile == BenchOutput.StandardOutput)
        {
            await BenchOutput.WriteToStandardOutputAsync(streams, table, CallTableJsonContext.Default.CallTable).ConfigureAwait(false);
            return;
        }

        var (file, page) = (request.JsonFile ?? Path.Combine(request.Folder, CallTable.FileName), Path.Combine(request.Folder, CallTable.PageName));
        await OutputFile.WriteAsync(file, stream => JsonSerializer.SerializeAsync(stream, table, CallTableJsonContext.Default.CallTable, CancellationToken.None)).ConfigureAwait(false);
        await HtmlPage.WriteAsync(page, CallTablePage.Create(table), CancellationToken.None).ConfigureAwait(false);
        if (request.IsQuiet) return;
        streams.Output.WriteLine(CallTableText.Create(table));
        streams.Output.WriteLine($"Results: {file}, page: {page}");
    }
}
