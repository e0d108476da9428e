using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Spectre.Console;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>What a user sees while it measures.</summary>
internal abstract class BenchDisplay : IAsyncDisposable
{
    /// <summary>Lines with the state under them on a terminal, a line a row elsewhere, only what went wrong if it is to be quiet.</summary>
    public static BenchDisplay Create(BenchRequest request, IReadOnlyList<LoadJob> jobs, CommandStreams streams)
    {
        if (request.Quiet) return new QuietDisplay(streams.Error);
        return streams.IsOutputRedirected || !AnsiConsole.Profile.Capabilities.Interactive
            ? new PlainDisplay(streams.Output, jobs) : new LiveDisplay(jobs);
    }

    /// <summary>Shows a line that concerns no row.</summary>
    public abstract void Say(string line);

    /// <summary>Shows what cannot be measured.</summary>
    public virtual void Complain(string line) => Say(line);

    /// <summary>A job begins.</summary>
    public abstract void Begin(LoadJob job);

    /// <summary>It goes on.</summary>
    public abstract void Progress(LoadEvent progress);

    /// <summary>It has ended.</summary>
    /// <param name="job">The job.</param>
    /// <param name="row">The row to show; null where there is none, or where the job was one of several turns of it.</param>
    public abstract void End(LoadJob job, RunRow? row);

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}
