using Genie.Benchmarks.Load.Workers;

namespace Genie.Benchmarks.Load.Crews;

/// <summary>Several clients, each a process of its own, that measure one row with one worker.</summary>
internal interface ILoadCrew
{
    /// <summary>The worker that all share.</summary>
    RemoteWorker JoinWorker();

    /// <summary>Waits until every client of the crew has come to the beginning of a phase.</summary>
    Task MeetAsync(string phase, CancellationToken cancellationToken);
}
