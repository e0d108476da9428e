using Genie.Benchmarks.Load.Ladders.Levels.Sides;
using Genie.Workload;

namespace Genie.Benchmarks.Load.Ladders.Levels;

/// <summary>The process that answers.</summary>
internal sealed class LevelServerProcess(LevelTransport transport) : LevelProcess
{
    private ILevelServer? _server;
    private IWorkload? _workload;

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        var (server, workload) = (_server, _workload);
        (_server, _workload) = (null, null);
        if (server is not null) await server.DisposeAsync().ConfigureAwait(false);
        if (workload is IAsyncDisposable disposable) await disposable.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async Task<LevelReport> OpenAsync(LevelOpening opening, CancellationToken cancellationToken)
    {
        _workload = await WorkloadFactory.CreateForWorkerAsync(opening.Workload, cancellationToken).ConfigureAwait(false);
        _server = await transport[opening.Kind].Way!.ServeAsync(_workload.HandleAsync, cancellationToken).ConfigureAwait(false);
        return new LevelReport { Port = _server.Port };
    }
}
