using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Load;

/// <summary>
/// Runs jobs in processes of their own, the bench's side of <see cref="LoadProcess"/>. Rows of one system that differ in connections, mode and
/// confirmation only are measured by the same processes, which are warm then.
/// </summary>
internal sealed class LoadChildren : IRowProcesses
{
    // Long enough to write a partial row, short enough that Ctrl-C ends within two seconds.
    private static readonly TimeSpan CancelTimeout = TimeSpan.FromMilliseconds(1200);

    // What a resting pair of processes may hold.
    private const long BytesPerPair = 512L << 20;

    private readonly Dictionary<object, ChildProgram> _resting = [];
    private readonly long _restingMax = Math.Max(1, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / BytesPerPair);

    /// <summary>What jobs that may share their processes have in common.</summary>
    public static object KeyOf(LoadJob job) => (job.Broker, job.Workload, job.Encrypt, job.Inline, job.WorkerCommand, job.Pair);

    /// <inheritdoc/>
    public async Task<IReadOnlyList<RunRow>> MeasureAsync(LoadJob job, Func<LoadEvent, Task> report, CancellationToken cancellationToken)
    {
        var child = Take(job);
        IReadOnlyList<RunRow>? rows = null;
        try
        {
            rows = await AskAsync(child, job, report, cancellationToken).ConfigureAwait(false);
            return rows ?? [];
        }
        finally
        {
            if (rows is not null && rows.All(row => row.Requests > 0) && !cancellationToken.IsCancellationRequested && _resting.Count < _restingMax) _resting[KeyOf(job)] = child;
            else await child.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public ValueTask EndAsync(LoadJob job) => _resting.Remove(KeyOf(job), out var child) ? child.DisposeAsync() : ValueTask.CompletedTask;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_resting.Values.Select(child => child.DisposeAsync().AsTask())).ConfigureAwait(false);
        _resting.Clear();
    }

    private ChildProgram Take(LoadJob job) =>
        _resting.Remove(KeyOf(job), out var child) && !child.Ended.IsCompleted ? child : ChildProgram.StartSelf("load", Commands.LoadCommand.Name);

    private static async Task<IReadOnlyList<RunRow>?> AskAsync(ChildProgram child, LoadJob job, Func<LoadEvent, Task> report, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource();
        await using var registration = cancellationToken.Register(() =>
        {
            child.CloseInput();
            limit.CancelAfter(CancelTimeout);
        }).ConfigureAwait(false);
        try
        {
            await child.Channel.SendAsync(job, ControlJsonContext.Default.LoadJob, cancellationToken).ConfigureAwait(false);
            while (await child.Channel.ReceiveAsync(ControlJsonContext.Default.LoadEvent, limit.Token).ConfigureAwait(false) is { } progress)
            {
                if (progress.Rows is { } rows) return rows;
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
            // It died; why is reported below.
        }

        return cancellationToken.IsCancellationRequested
            ? null : throw new BrokerException(await child.Ended.ConfigureAwait(false), isTransient: false);
    }
}
