using Genie.Benchmarks.Load.Control;
using Genie.Grains;

namespace Genie.Benchmarks.Load.Faults;

/// <summary>Processes of one cluster, which come and go.</summary>
/// <typeparam name="TProcess">One of them.</typeparam>
internal abstract class ProcessGroup<TProcess> : IAsyncDisposable
    where TProcess : ReadyProcess
{
    private const int AttemptsMax = 5;
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly List<TProcess> _processes = [];
    private int _endedByThemselves;

    /// <summary>Those that run.</summary>
    public IReadOnlyList<TProcess> All
    {
        get
        {
            lock (_processes) return [.. _processes];
        }
    }

    /// <summary>How many ended so far before they were told to: the others had declared them dead.</summary>
    public int EndedByThemselves => Volatile.Read(ref _endedByThemselves);

    /// <summary>Starts another in the place of each that has ended by itself: on a starved machine the others may take one for dead that is only slow.</summary>
    public async Task ReviveAsync(CancellationToken cancellationToken)
    {
        foreach (var ended in All.Where(static process => process.Ended.IsCompleted))
        {
            await KillAsync(ended).ConfigureAwait(false);
            await ReplaceAsync(ended, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Kills one.</summary>
    public async Task KillAsync(TProcess process)
    {
        if (Remove(process) && process.Ended.IsCompleted) Interlocked.Increment(ref _endedByThemselves);
        await process.DisposeAsync().ConfigureAwait(false);
        await OnEndedAsync(process).ConfigureAwait(false);
    }

    /// <summary>Ends one as an orderly shutdown does.</summary>
    public async Task TerminateAsync(TProcess process)
    {
        if (!process.Ended.IsCompleted)
        {
            Remove(process);
            await process.TerminateAsync().ConfigureAwait(false);
        }

        await KillAsync(process).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public virtual async ValueTask DisposeAsync() => await Task.WhenAll(All.Select(KillAsync)).ConfigureAwait(false);

    /// <summary>Starts another where one has ended.</summary>
    protected abstract Task ReplaceAsync(TProcess ended, CancellationToken cancellationToken);

    /// <summary>One is gone.</summary>
    protected virtual Task OnEndedAsync(TProcess process) => Task.CompletedTask;

    /// <summary>Starts one; again, as a supervisor would, if it gives up because others that are said to live do not answer it.</summary>
    protected async Task<TProcess> StartAsync(Func<CancellationToken, Task<TProcess>> start, CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                var process = await start(cancellationToken).ConfigureAwait(false);
                lock (_processes) _processes.Add(process);
                return process;
            }
            catch (GrainException) when (attempt < AttemptsMax)
            {
                await Task.Delay(Pause, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    private bool Remove(TProcess process)
    {
        lock (_processes) return _processes.Remove(process);
    }
}
