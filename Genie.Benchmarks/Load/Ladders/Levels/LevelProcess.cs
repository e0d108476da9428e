using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Load.Ladders.Levels;

/// <summary>One of the two processes of a transport: opens the levels that it is told to, one at a time.</summary>
internal abstract class LevelProcess : IAsyncDisposable
{
    /// <summary>Does what it is told until its input ends.</summary>
    public async Task RunAsync(JsonLineChannel channel, CancellationToken cancellationToken)
    {
        while (await channel.ReceiveAsync(LevelJsonContext.Default.LevelOrder, cancellationToken).ConfigureAwait(false) is { } order)
            await channel.SendAsync(await DoAsync(order, cancellationToken).ConfigureAwait(false), LevelJsonContext.Default.LevelReport, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Closes the level that is open.</summary>
    public abstract ValueTask DisposeAsync();

    /// <summary>Opens a level; none is open.</summary>
    protected abstract Task<LevelReport> OpenAsync(LevelOpening opening, CancellationToken cancellationToken);

    /// <summary>Makes requests.</summary>
    protected virtual Task<LevelReport> MakeAsync(TimeSpan time, CancellationToken cancellationToken) => throw new InvalidOperationException("A server makes no requests.");

    // Each library fails in its own ways, and whatever it is, it belongs into the table.
    private async Task<LevelReport> DoAsync(LevelOrder order, CancellationToken cancellationToken)
    {
        try
        {
            if (order.Close || order.Open is not null) await DisposeAsync().ConfigureAwait(false);
            var report = order.Open is { } opening ? await OpenAsync(opening, cancellationToken).ConfigureAwait(false)
                : order.Seconds is { } seconds ? await MakeAsync(TimeSpan.FromSeconds(seconds), cancellationToken).ConfigureAwait(false) : new LevelReport();
            return report with { CpuMicroseconds = Environment.CpuUsage.TotalTime.TotalMicroseconds };
        }
        catch (Exception error)
        {
            return new LevelReport { Error = $"{error.GetType().Name}: {error.Message}" };
        }
    }
}
