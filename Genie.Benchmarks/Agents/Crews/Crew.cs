using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>The processes that measure rows of one system together: clients, at agents or here, and the worker that they share.</summary>
internal sealed class Crew : IAsyncDisposable
{
    private readonly AgentFleet _fleet;
    private readonly IReadOnlyList<CrewSeat> _clients;
    private readonly SharedWorker _worker;

    private Crew(AgentFleet fleet, IReadOnlyList<CrewSeat> clients, SharedWorker worker) => (_fleet, _clients, _worker) = (fleet, clients, worker);

    /// <summary>True if each of its processes still runs, as far as is known.</summary>
    public bool IsAlive => !_worker.Death.IsCompleted && !_fleet.Lost.Any(lost => lost.IsCompleted);

    /// <summary>Starts them.</summary>
    /// <exception cref="AgentException">An agent could not.</exception>
    public static async Task<Crew> StartAsync(AgentFleet fleet, CancellationToken cancellationToken)
    {
        List<CrewSeat> clients = [];
        try
        {
            foreach (var name in fleet.Placement.Clients) clients.Add(await fleet.StartAsync(name, Links.AgentRole.Client, cancellationToken).ConfigureAwait(false));
            return new Crew(fleet, clients, new SharedWorker(await fleet.StartAsync(fleet.Placement.Worker, Links.AgentRole.Worker, cancellationToken).ConfigureAwait(false)));
        }
        catch
        {
            await Task.WhenAll(clients.Select(client => client.Process.DisposeAsync().AsTask())).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Measures a row. Clients that no connection is left for take no part.</summary>
    /// <returns>The row, or null if it was ended before there was any.</returns>
    public async Task<RunRow?> MeasureAsync(LoadJob job, Func<LoadEvent, Task> report, CancellationToken cancellationToken)
    {
        CrewSeat[] seats = [.. _clients.Take(job.Connections)];
        List<LoadJob> jobs = [];
        foreach (var (seat, part) in seats.Zip(JobSplit.Of(job, seats.Length, LoadHost.NewChannel()))) jobs.Add(await _fleet.SupplyAsync(seat.Agent, part, cancellationToken).ConfigureAwait(false));
        var clocks = await _fleet.ReadClocksAsync(cancellationToken).ConfigureAwait(false);
        var run = new CrewRun(_fleet, seats, _worker, clocks, report);
        var rows = await run.MeasureAsync(jobs, cancellationToken).ConfigureAwait(false);
        if (rows is null) return null;
        var later = cancellationToken.IsCancellationRequested ? clocks : await _fleet.ReadClocksAsync(cancellationToken).ConfigureAwait(false);
        return CrewRows.Finish(job, run, rows, later);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_clients.Select(client => client.Process.DisposeAsync().AsTask())).ConfigureAwait(false);
        await _worker.DisposeAsync().ConfigureAwait(false);
    }
}
