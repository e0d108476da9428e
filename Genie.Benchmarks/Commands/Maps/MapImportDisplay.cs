using Genie.Geocoding.Maps.Import;
using Spectre.Console;

namespace Genie.Benchmarks.Commands.Maps;

/// <summary>A progress bar on the error stream; nothing where that is no terminal.</summary>
internal sealed class MapImportDisplay : IProgress<MapImportProgress>, IDisposable
{
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task? _drawing;
    private ProgressTask? _bar;

    private MapImportDisplay(IAnsiConsole? console)
    {
        if (console is null) return;
        var progress = console.Progress().AutoClear(true).Columns(new TaskDescriptionColumn(), new ProgressBarColumn(), new PercentageColumn(), new RemainingTimeColumn());
        _drawing = progress.StartAsync(async context =>
        {
            _bar = context.AddTask("importing", maxValue: 1);
            await _ended.Task.ConfigureAwait(false);
        });
    }

    /// <summary>Shows an empty bar.</summary>
    public static MapImportDisplay Create(bool quiet, CommandStreams streams)
    {
        if (quiet || streams.IsErrorRedirected) return new MapImportDisplay(null);
        return new MapImportDisplay(AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(streams.Error) }));
    }

    /// <inheritdoc/>
    public void Report(MapImportProgress value)
    {
        if (_bar is not { } bar) return;
        bar.Description = FormattableString.Invariant($"{value.Rows:N0} rows{(value.IsFinishing ? ", building" : "")}");
        bar.IsIndeterminate = value.IsFinishing || value.BytesTotal is null;
        if (value.BytesTotal is > 0 and var total) bar.Value = (double)value.BytesRead / total;
    }

    /// <summary>Takes the bar away.</summary>
    public void Dispose()
    {
        _ended.TrySetResult();
        _drawing?.GetAwaiter().GetResult();
    }
}
