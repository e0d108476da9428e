using System.Globalization;

namespace Genie.Benchmarks.Load.Effects;

/// <summary>What a reader must know of a row whose grains live in a cluster.</summary>
internal static class GrainNodes
{
    /// <summary>In words.</summary>
    public static string Remark(WorkloadChoice choice) => string.Create(
        CultureInfo.InvariantCulture,
        $"grains in {choice.Nodes} {(choice.GrainHost == GrainHosts.Orleans ? "silo" : "member")}{(choice.Nodes == 1 ? "" : "s")} of {Name(choice)}, whose processes are not in the worker's figures; {Place(choice)}");

    private static string Name(WorkloadChoice choice) => choice.GrainHost == GrainHosts.Orleans ? "Microsoft Orleans" : "a Proto.Actor cluster";

    private static string Place(WorkloadChoice choice) => choice.ArePinned
        ? "each has a processor of its own"
        : string.Create(CultureInfo.InvariantCulture, $"not pinned: with client, worker and database they share {Environment.ProcessorCount} processors, so more of them show what distribution costs and not what it gains");
}
