using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Load;

/// <summary>The process that measures jobs, one after the other, until its input ends. It keeps what it has compiled from row to row, and nothing else.</summary>
internal static class LoadProcess
{
    /// <summary>Takes jobs from the channel, measures each, reports progress and the rows.</summary>
    /// <param name="channel">The way to the bench, which sends the next job when it has the rows; its end ends the measurement early.</param>
    /// <param name="cancellationToken">Ends it early too.</param>
    public static async Task RunAsync(JsonLineChannel channel, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await using var host = new LoadHost();
        var next = ReceiveAsync(channel, stop);
        while (await next.ConfigureAwait(false) is { } job)
        {
            next = ReceiveAsync(channel, stop);
            var reports = new ReportQueue(channel);
            var rows = await host.MeasureAsync(job, reports.Add, stop.Token).ConfigureAwait(false);
            await reports.EndAsync(new LoadEvent { Rows = rows }).ConfigureAwait(false);
        }
    }

    private static async Task<LoadJob?> ReceiveAsync(JsonLineChannel channel, CancellationTokenSource stop)
    {
        var job = await channel.ReceiveAsync(ControlJsonContext.Default.LoadJob, stop.Token).ConfigureAwait(false);
        if (job is null) await stop.CancelAsync().ConfigureAwait(false);
        return job;
    }
}
