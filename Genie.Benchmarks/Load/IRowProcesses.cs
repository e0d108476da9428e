using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Load;

/// <summary>The processes that measure rows, here or elsewhere.</summary>
internal interface IRowProcesses : IAsyncDisposable
{
    /// <summary>Measures a job, each of its <see cref="LoadJob.Slices"/>.</summary>
    /// <param name="job">The job.</param>
    /// <param name="report">Gets the progress.</param>
    /// <param name="cancellationToken">Ends early; the last row then holds what was measured and says so.</param>
    /// <returns>The rows: one that tells the failure where it could not be measured; none if it was ended before there was any, and of a warm-up alone.</returns>
    /// <exception cref="BrokerException">A process died.</exception>
    Task<IReadOnlyList<RunRow>> MeasureAsync(LoadJob job, Func<LoadEvent, Task> report, CancellationToken cancellationToken);

    /// <summary>Ends the processes that measured a job, if they still rest.</summary>
    ValueTask EndAsync(LoadJob job);
}
