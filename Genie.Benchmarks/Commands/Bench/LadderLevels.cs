using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Ladders.Levels;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Workload;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>The overhead levels of the transports that go with the measured systems: all of them, by turns, once in each repetition.</summary>
/// <param name="workload">What the full pipeline's requests are.</param>
internal sealed class LadderLevels(WorkloadChoice workload)
{
    /// <summary>The size of a message that is sent back, as the bare socket of the ladders has it.</summary>
    private const int EchoBytes = 256;

    private readonly WorkloadChoice _echo = workload with { Stages = Stages.Transport, PayloadBytes = EchoBytes, PayloadSizes = null, PayloadFile = null };
    private readonly WorkloadChoice _work = workload with { Stages = Stages.Full };
    private readonly OverheadBuilder _measured = new();
    private IReadOnlyList<LevelTransport> _transports = [];
    private int _repetitions;

    /// <summary>What was measured by now; null where none of the systems has such a transport.</summary>
    public OverheadFigures? Figures => _transports.Count == 0 ? null : _measured.Build(_transports);

    /// <summary>Measures them ahead of a repetition's first row.</summary>
    /// <param name="job">The row.</param>
    /// <param name="jobs">All rows, whose systems decide.</param>
    /// <param name="display">Told of each figure.</param>
    /// <param name="cancellationToken">Ends early; what was measured by then stays.</param>
    public async Task MeasureBeforeAsync(LoadJob job, IReadOnlyList<LoadJob> jobs, BenchDisplay display, CancellationToken cancellationToken)
    {
        if (_repetitions >= job.Repetition) return;
        _repetitions = job.Repetition;
        _transports = [.. LevelTransport.All.Where(transport => jobs.Any(row => row.Broker.Broker == transport.Broker))];
        Announce(job, display);
        List<LevelPair> pairs = [];
        try
        {
            foreach (var transport in _transports) pairs.Add(new LevelPair(transport));
            foreach (var kind in Enum.GetValues<LevelKind>())
            {
                foreach (var pair in pairs.Where(pair => pair.Transport[kind].Way is not null)) await MeasureAsync(pair, kind, job, display, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // What was measured by now is written without the rest.
        }
        finally
        {
            foreach (var pair in pairs) await pair.DisposeAsync().ConfigureAwait(false);
        }
    }

    private void Announce(LoadJob job, BenchDisplay display)
    {
        var levels = _transports.Sum(transport => transport.Levels.Count(level => level.Way is not null));
        if (levels > 0) display.Say(FormattableString.Invariant($"{levels} overhead levels of {string.Join(", ", _transports.Select(transport => transport.Name))}, {levels * (job.WarmUpSeconds + job.DurationSeconds):0} s and the starts of processes"));
    }

    private async Task MeasureAsync(LevelPair pair, LevelKind kind, LoadJob job, BenchDisplay display, CancellationToken cancellationToken)
    {
        var opening = new LevelOpening(kind, kind == LevelKind.Pipeline ? _work : _echo);
        try
        {
            var times = await pair.MeasureAsync(opening, TimeSpan.FromSeconds(job.WarmUpSeconds), TimeSpan.FromSeconds(job.DurationSeconds), cancellationToken).ConfigureAwait(false);
            _measured.Add(pair.Transport, kind, times);
            display.Say(FormattableString.Invariant($"{pair.Transport.Name}, {kind.Name()}: p50 {times.P50Microseconds:0.0} us, p99 {times.P99Microseconds:0.0} us, CPU {times.CpuMicroseconds:0.0} us"));
        }
        catch (BrokerException error)
        {
            _measured.Fail(pair.Transport, kind, error.Message);
            display.Complain($"{pair.Transport.Name}, {kind.Name()}, cannot be measured: {error.Message}");
        }
    }
}
