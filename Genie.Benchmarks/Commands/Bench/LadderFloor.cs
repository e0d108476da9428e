using Genie.Benchmarks.Commands.Micro;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Ladders;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>The floor of the ladders: round trips of a bare socket between two processes, once in each repetition.</summary>
internal sealed class LadderFloor
{
    private readonly List<LatencyFigures> _repetitions = [];

    /// <summary>One measurement a repetition by now.</summary>
    public IReadOnlyList<LatencyFigures> Repetitions => _repetitions;

    /// <summary>Measures it ahead of a repetition's first row.</summary>
    public async Task MeasureBeforeAsync(LoadJob job, BenchDisplay display, CancellationToken cancellationToken)
    {
        if (_repetitions.Count >= job.Repetition) return;
        try
        {
            await MeasureAsync(job, display, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // What was measured by now is written without it.
        }
    }

    private async Task MeasureAsync(LoadJob job, BenchDisplay display, CancellationToken cancellationToken)
    {
        var run = await LoopbackRun.StartAsync(LoopbackRun.UsualBytes, blocking: false, cancellationToken).ConfigureAwait(false);
        await using (run.ConfigureAwait(false))
        {
            await run.MeasureAsync(TimeSpan.FromSeconds(job.WarmUpSeconds), cancellationToken).ConfigureAwait(false);
            var latency = RowBuilder.Figures(await run.MeasureAsync(TimeSpan.FromSeconds(job.DurationSeconds), cancellationToken).ConfigureAwait(false));
            _repetitions.Add(latency);
            display.Say(FormattableString.Invariant($"{LadderStep.Floor}: mean {latency.Mean:0.0} us, p50 {latency.P50:0.0} us, p99 {latency.P99:0.0} us"));
        }
    }
}
