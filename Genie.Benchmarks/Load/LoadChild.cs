using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Load;

/// <summary>Runs jobs in processes of their own; the bench's side of <see cref="LoadProcess"/>.</summary>
internal static class LoadChild
{
    // Long enough to write a partial row, short enough that Ctrl-C ends within two seconds.
    private static readonly TimeSpan CancelPatience = TimeSpan.FromMilliseconds(1200);

    /// <summary>Measures a job.</summary>
    /// <param name="job">The job.</param>
    /// <param name="report">Told how far it is.</param>
    /// <param name="cancellationToken">Ends early; the row then holds what was measured and says so.</param>
    /// <returns>The row, or null if it was ended before there was any.</returns>
    /// <exception cref="BrokerException">The process died.</exception>
    public static async Task<RunRow?> MeasureAsync(LoadJob job, Func<LoadEvent, Task> report, CancellationToken cancellationToken)
    {
        await using var child = ChildProgram.StartSelf("load", Commands.LoadCommand.Name);
        using var limit = new CancellationTokenSource();
        await using var registration = cancellationToken.Register(() =>
        {
            child.CloseInput();
            limit.CancelAfter(CancelPatience);
        }).ConfigureAwait(false);
        try
        {
            await child.Channel.SendAsync(job, ControlJsonContext.Default.LoadJob, cancellationToken).ConfigureAwait(false);
            while (await child.Channel.ReceiveAsync(ControlJsonContext.Default.LoadEvent, limit.Token).ConfigureAwait(false) is { } progress)
            {
                if (progress.Row is not null) return progress.Row;
                await report(progress).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            child.Kill();
            return null;
        }
        catch (IOException)
        {
            // It died; why is told below.
        }

        return cancellationToken.IsCancellationRequested
            ? null : throw new BrokerException(await child.Ended.ConfigureAwait(false), isTransient: false);
    }
}
