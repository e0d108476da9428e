using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor;

/// <summary>The drivers for Proto.Actor. There is none without its packages: an actor system has no protocol of its own to speak.</summary>
public static class ProtoActorDrivers
{
    /// <summary>Every driver that was compiled; the one between two processes first, as it is the one to compare with other systems.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new Official.Remote.RemoteDriver(),
        new Official.Cluster.ClusterDriver(),
        new Official.Actors.ActorsDriver(),
    ];

    internal const string Name = "protoactor";
}
