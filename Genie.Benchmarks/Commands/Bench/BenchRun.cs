using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>One invocation of <c>genie bench</c>: finds the systems, measures row after row, writes the results.</summary>
internal sealed class BenchRun(BenchRequest request)
{
    private readonly List<RunRow> _rows = [];
    private readonly List<string> _remarks = [];

    /// <summary>Measures; ended early, the results say so.</summary>
    public async Task<BenchResults> RunAsync(CancellationToken cancellationToken)
    {
        var started = DateTimeOffset.UtcNow;
        BenchOutput.RequireWritable(request);
        await using var maps = await MapDatabase.ForAsync(request.Workload, request.Install, cancellationToken).ConfigureAwait(false);
        await using var servers = new BenchServers(request);
        var drivers = await PrepareAsync(servers, cancellationToken).ConfigureAwait(false);
        foreach (var (driver, error) in servers.Failures) FailAll(driver, error);
        var jobs = BenchPlan.Create(request, drivers);
        await using (var display = BenchDisplay.Create(request, jobs))
        {
            foreach (var remark in _remarks) display.Say(remark);
            foreach (var row in _rows) display.Say($"{row.Broker} cannot be measured: {row.Marks[0].Text}");
            foreach (var job in jobs)
            {
                if (cancellationToken.IsCancellationRequested) break;
                await MeasureAsync(job, display, cancellationToken).ConfigureAwait(false);
            }
        }

        var results = Results(started, jobs.Count, cancellationToken.IsCancellationRequested);
        await BenchOutput.WriteAsync(request, results).ConfigureAwait(false);
        return results;
    }

    private async Task<IReadOnlyList<BenchDriver>> PrepareAsync(BenchServers servers, CancellationToken cancellationToken)
    {
        try
        {
            return await servers.PrepareAsync(_remarks, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return [];
        }
    }

    private async Task MeasureAsync(LoadJob job, BenchDisplay display, CancellationToken cancellationToken)
    {
        display.Begin(job);
        RunRow? row;
        try
        {
            row = await LoadChild.MeasureAsync(job, display.Progress, cancellationToken).ConfigureAwait(false);
        }
        catch (BrokerException error)
        {
            row = RowBuilder.Failed(job, DriverCatalogue.Find(job.Broker.Broker, job.Broker.Client), error.Message);
        }

        if (row is null) return;
        _rows.Add(row);
        display.End(row);
    }

    private void FailAll(IBrokerDriver driver, string error)
    {
        // One row says it; the others would only say it again.
        var plan = new LoadJob
        {
            Broker = new BrokerChoice { Broker = driver.Broker, Client = driver.Client }, Workload = request.Workload,
            Mode = request.Modes[0], Confirmation = Confirmation.Buffered, Connections = request.Connections[0],
        };
        _rows.Add(RowBuilder.Failed(plan, driver, error));
    }

    private BenchResults Results(DateTimeOffset started, int planned, bool wasCancelled) => new()
    {
        Machine = MachineReader.Read(),
        Started = started,
        Ended = DateTimeOffset.UtcNow,
        Tool = $"genie {typeof(BenchRun).Assembly.GetName().Version?.ToString(3)}",
        CommandLine = string.Join(' ', Environment.GetCommandLineArgs().Skip(1)),
        Seed = request.Workload.Seed,
        Partial = wasCancelled,
        Remarks = wasCancelled ? [.. _remarks, $"ended early: {_rows.Count} of {planned} rows"] : _remarks,
        Runs = EncryptionOverhead.Remark(RowAudit.MarkSharedCeilings(_rows, DriverCatalogue.NullBroker)),
    };
}
