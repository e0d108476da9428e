using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>Runs jobs with agents, as <see cref="LoadChildren"/> does here: rows of one system are measured by the same processes as long as they can be.</summary>
/// <param name="fleet">The agents, which are its own.</param>
internal sealed class AgentCrews(AgentFleet fleet) : IRowProcesses
{
    private readonly Dictionary<object, Crew> _resting = [];

    /// <inheritdoc/>
    public async Task<IReadOnlyList<RunRow>> MeasureAsync(LoadJob job, Func<LoadEvent, Task> report, CancellationToken cancellationToken)
    {
        if (!(_resting.Remove(LoadChildren.KeyOf(job), out var crew) && crew.IsAlive))
        {
            if (crew is not null) await crew.DisposeAsync().ConfigureAwait(false);
            crew = await Crew.StartAsync(fleet, cancellationToken).ConfigureAwait(false);
        }

        RunRow? row = null;
        try
        {
            row = await crew.MeasureAsync(job, report, cancellationToken).ConfigureAwait(false);
            return row is null ? [] : [row];
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return [];
        }
        finally
        {
            if (row is { Requests: > 0 } && !cancellationToken.IsCancellationRequested && !row.Marks.Any(mark => mark.Kind is RowMarkKinds.Failed or RowMarkKinds.Partial)) _resting[LoadChildren.KeyOf(job)] = crew;
            else await crew.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public ValueTask EndAsync(LoadJob job) => _resting.Remove(LoadChildren.KeyOf(job), out var crew) ? crew.DisposeAsync() : ValueTask.CompletedTask;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_resting.Values.Select(crew => crew.DisposeAsync().AsTask())).ConfigureAwait(false);
        _resting.Clear();
        await fleet.DisposeAsync().ConfigureAwait(false);
    }
}
