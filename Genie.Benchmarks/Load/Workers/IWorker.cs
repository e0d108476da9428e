using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>The answering side of a row, in this process or in another.</summary>
internal interface IWorker : IAsyncDisposable
{
    /// <summary>Fails when the worker has died; never completes otherwise.</summary>
    Task Death { get; }

    /// <summary>Opens a new ledger: from now on messages of this run are expected.</summary>
    Task BeginAsync(ulong run, CancellationToken cancellationToken);

    /// <summary>Stops listening, as a consumer that goes away; what it has taken it handles.</summary>
    Task PauseAsync(CancellationToken cancellationToken);

    /// <summary>Listens again.</summary>
    Task ResumeAsync(CancellationToken cancellationToken);

    /// <summary>Different messages of the run received by now.</summary>
    Task<long> ReceivedAsync(CancellationToken cancellationToken);

    /// <summary>The time for which its runtime has compiled by now; none if it is the client's own process.</summary>
    Task<TimeSpan> CompileTimeAsync(CancellationToken cancellationToken);

    /// <summary>What its process holds right now, or null if it is the client's own process.</summary>
    Task<ResourcePoint?> ResourcesAsync(CancellationToken cancellationToken);

    /// <summary>What was seen of the run.</summary>
    Task<WorkerReport> ReportAsync(CancellationToken cancellationToken);
}
