using Genie.Benchmarks.Load;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>Divides a job among clients: connections as evenly as they go, rate and backlog in proportion.</summary>
internal static class JobSplit
{
    /// <summary>A job for each client.</summary>
    /// <param name="job">The whole.</param>
    /// <param name="clients">How many; no more than it has connections.</param>
    /// <param name="channel">The channel that all use.</param>
    public static IReadOnlyList<LoadJob> Of(LoadJob job, int clients, string channel)
    {
        List<LoadJob> parts = [];
        for (var i = 0; i < clients; i++)
        {
            var connections = (job.Connections / clients) + (i < job.Connections % clients ? 1 : 0);
            var share = (double)connections / job.Connections;
            parts.Add(job with
            {
                Channel = channel,

                // Clients meet at the begin of each phase: a measured time for each join.
                Slices = Math.Min(job.Slices, 1),
                Connections = connections,
                RatePerSecond = job.RatePerSecond * share,
                RateShare = share,
                BacklogMessages = job.BacklogMessages == 0 ? 0 : Math.Max(1, (long)(job.BacklogMessages * share)),
                WorkerCommand = null,

                // Clients that asked for the same parties in the same order would fall on the same grain at once.
                Workload = job.Workload with { Seed = unchecked(job.Workload.Seed + i) },
            });
        }

        return parts;
    }
}
