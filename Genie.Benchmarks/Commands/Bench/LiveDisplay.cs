using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>A table that grows while it is measured, with how far the present row is and the time left.</summary>
internal sealed class LiveDisplay : BenchDisplay
{
    private static readonly TimeSpan RefreshInterval = TimeSpan.FromMilliseconds(250);

    private readonly IReadOnlyList<LoadJob> _jobs;
    private readonly bool _withEffects;
    private readonly TimeLeft _timeLeft;
    private readonly Table _table = new() { Border = TableBorder.Rounded };
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _lock = new();
    private readonly Task _refreshing;
    private LoadJob? _job;
    private LoadEvent? _progress;
    private int _ended;

    /// <summary>Shows an empty table.</summary>
    public LiveDisplay(IReadOnlyList<LoadJob> jobs)
    {
        _jobs = jobs;
        _timeLeft = new TimeLeft(jobs, TimeProvider.System);
        _withEffects = jobs.Any(job => job.VerifyEffects);
        var titles = RowCells.Titles(_withEffects);
        foreach (var (title, i) in titles.Select((title, i) => (title, i)))
            _table.AddColumn(new TableColumn(Markup.Escape(title)) { Alignment = i >= 4 && i < titles.Count - 1 ? Justify.Right : Justify.Left });
        _refreshing = AnsiConsole.Live(_table).StartAsync(RefreshAsync);
    }

    /// <inheritdoc/>
    public override void Say(string line)
    {
        lock (_lock) _table.Title = new TableTitle(Markup.Escape(_table.Title is null ? line : $"{_table.Title.Text}\n{line}"));
    }

    /// <inheritdoc/>
    public override void Begin(LoadJob job)
    {
        lock (_lock)
        {
            _timeLeft.Begin();
            (_job, _progress) = (job, null);
            _table.AddRow(Cells(RowCells.Of(job, null, _withEffects), "grey"));
        }
    }

    /// <inheritdoc/>
    public override void Progress(LoadEvent progress)
    {
        lock (_lock)
        {
            if (_job is null) return;
            _progress = progress;
            Replace(Cells(RowCells.Of(_job, progress, _withEffects), "grey"));
        }
    }

    /// <inheritdoc/>
    public override void End(RunRow row)
    {
        lock (_lock)
        {
            _timeLeft.End();
            _job = null;
            _ended++;
            Replace(Cells(RowCells.Of(row, _withEffects), row.Valid ? "default" : "red"));
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
            lock (_lock)
            {
                _table.Caption = new TableTitle(Caption());
                context.Refresh();
            }

            await Task.Delay(RefreshInterval, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        lock (_lock)
        {
            _table.Caption = null;
            context.Refresh();
        }
    }

    private string Caption()
    {
        var asked = _progress?.Phase == "measuring" ? _job!.DurationSeconds : 0;
        var row = asked > 0 ? FormattableString.Invariant($", {Math.Min(_progress!.ElapsedSeconds, asked):0.0} of {asked:0.0} s") : "";
        return $"row {Math.Min(_ended + 1, _jobs.Count)} of {_jobs.Count}{row}, {TimeLeft.Format(_timeLeft.Estimate())} left";
    }

    private void Replace(IEnumerable<IRenderable> cells)
    {
        foreach (var (cell, column) in cells.Select((cell, column) => (cell, column)))
            _table.UpdateCell(_table.Rows.Count - 1, column, cell);
    }

    private static IEnumerable<IRenderable> Cells(IEnumerable<string> texts, string style) =>
        texts.Select(text => new Markup(Markup.Escape(text), Style.Parse(style)));
}
