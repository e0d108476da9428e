using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>Makes workloads by the names of a choice.</summary>
internal static class WorkloadFactory
{
    /// <summary>Makes one; opens the geocoder's index where it is needed.</summary>
    public static Task<IWorkload> CreateAsync(WorkloadChoice choice, CancellationToken cancellationToken) =>
        Task.FromResult<IWorkload>(new TransportWorkload(choice.PayloadBytes, choice.Seed));
}
