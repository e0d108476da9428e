using System.Text;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Terminal;
using Spectre.Console;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>A line for each row that has ended, and under them how far the present one is and the time left.</summary>
internal sealed class LiveDisplay : BenchDisplay
{
    private static readonly TimeSpan RefreshInterval = TimeSpan.FromMilliseconds(250);

    private readonly int _count;
    private readonly TimeLeft _timeLeft;
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _lock = new();
    private readonly Task _refreshing;
    private LoadJob? _job;
    private LoadEvent? _progress;
    private int _ended;

    /// <summary>Shows the titles.</summary>
    public LiveDisplay(IReadOnlyList<LoadJob> jobs)
    {
        _count = jobs.Count(job => job.IsShown);
        _timeLeft = new TimeLeft(jobs, TimeProvider.System);
        AnsiConsole.WriteLine(RowCells.Titles);
        _refreshing = AnsiConsole.Live(new Text("")).AutoClear(true).StartAsync(RefreshAsync);
    }

    /// <inheritdoc/>
    public override void Say(string line)
    {
        lock (_lock) AnsiConsole.Write(new Text(line + Environment.NewLine));
    }

    /// <inheritdoc/>
    public override void Begin(LoadJob job)
    {
        lock (_lock)
        {
            _timeLeft.Begin();
            (_job, _progress) = (job, null);
        }
    }

    /// <inheritdoc/>
    public override void Progress(LoadEvent progress)
    {
        lock (_lock)
        {
            if (_job is not null) _progress = progress;
        }
    }

    /// <inheritdoc/>
    public override void End(LoadJob job, RunRow? row)
    {
        lock (_lock)
        {
            _timeLeft.End();
            _job = null;
            if (job.IsShown) _ended++;
            if (row is null) return;
            var text = new StringBuilder().AppendLine(RowCells.Line(row));
            if (!row.Valid) WrappedText.Append(text, RowCells.Remark(row), indent: 2);
            AnsiConsole.Write(new Text(text.ToString(), row.Valid ? Style.Plain : new Style(Color.Red)));
        }
    }

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _refreshing.ConfigureAwait(false);
        _stop.Dispose();
    }

    private async Task RefreshAsync(LiveDisplayContext context)
    {
        while (!_stop.IsCancellationRequested)
        {
            lock (_lock) context.UpdateTarget(new Text(State(), new Style(Color.Grey)));
            await Task.Delay(RefreshInterval, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private string State()
    {
        var left = $"row {Math.Min(_ended + 1, _count)} of {_count}, {TimeLeft.Format(_timeLeft.Estimate())} left";
        if (_job is not { } job) return left;
        var asked = _progress?.Phase == "measuring" && job.Repetitions == 0 ? job.DurationSeconds : 0;
        var phase = asked > 0 ? FormattableString.Invariant($"{Math.Min(_progress!.ElapsedSeconds, asked):0.0} of {asked:0.0} s") : _progress?.Phase ?? "starting";
        var rate = _progress is { PerSecond: > 0 } progress ? FormattableString.Invariant($", {progress.PerSecond:N0}/s") : "";
        return $"{RowCells.Name(job)}: {phase}{rate}{Environment.NewLine}{left}";
    }
}
