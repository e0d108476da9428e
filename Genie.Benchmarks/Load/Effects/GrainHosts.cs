namespace Genie.Benchmarks.Load.Effects;

/// <summary>Where the grains of a worker live.</summary>
internal static class GrainHosts
{
    /// <summary>In the worker's process.</summary>
    public const string Embedded = "embedded";

    /// <summary>In silos of Microsoft Orleans, each a process of its own.</summary>
    public const string Orleans = "orleans";

    /// <summary>In members of a Proto.Actor cluster, each a process of its own.</summary>
    public const string ProtoActor = "protoactor";

    /// <summary>All names, the default first.</summary>
    public static string[] All { get; } = [Embedded, Orleans, ProtoActor];
}
