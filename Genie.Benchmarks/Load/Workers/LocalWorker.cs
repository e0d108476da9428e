using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>A worker in the client's own process, for drivers that cannot leave it.</summary>
internal sealed class LocalWorker(WorkerSession session) : IWorker
{
    /// <inheritdoc/>
    public Task Death { get; } = new TaskCompletionSource().Task;

    /// <inheritdoc/>
    public Task BeginAsync(ulong run, CancellationToken cancellationToken)
    {
        session.Begin(run);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task PauseAsync(CancellationToken cancellationToken) => session.PauseAsync();

    /// <inheritdoc/>
    public Task ResumeAsync(CancellationToken cancellationToken) => session.ResumeAsync(cancellationToken);

    /// <inheritdoc/>
    public Task<long> ReceivedAsync(CancellationToken cancellationToken) => Task.FromResult(session.Received());

    /// <inheritdoc/>
    public Task<TimeSpan> CompileTimeAsync(CancellationToken cancellationToken) => Task.FromResult(TimeSpan.Zero);

    /// <inheritdoc/>
    public Task<ResourcePoint?> ResourcesAsync(CancellationToken cancellationToken) => Task.FromResult<ResourcePoint?>(null);

    /// <inheritdoc/>
    public async Task<WorkerReport> ReportAsync(CancellationToken cancellationToken) =>
        await session.ReportAsync(cancellationToken).ConfigureAwait(false) with { Usage = null };

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => session.DisposeAsync();
}
