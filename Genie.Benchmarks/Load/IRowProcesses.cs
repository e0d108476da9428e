using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Load;

/// <summary>The processes that measure rows, here or elsewhere.</summary>
internal interface IRowProcesses : IAsyncDisposable
{
    /// <summary>Measures a job.</summary>
    /// <param name="job">The job.</param>
    /// <param name="report">Gets the progress.</param>
    /// <param name="cancellationToken">Ends early; the row then holds what was measured and says so.</param>
    /// <returns>The row, or null if it was ended before there was any.</returns>
    /// <exception cref="BrokerException">A process died.</exception>
    Task<RunRow?> MeasureAsync(LoadJob job, Func<LoadEvent, Task> report, CancellationToken cancellationToken);

    /// <summary>Ends the processes that measured a job, if they still rest.</summary>
    ValueTask EndAsync(LoadJob job);
}
