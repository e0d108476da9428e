using Genie.Brokers.Links;
using Proto;
using Proto.Cluster;
using Proto.Cluster.Seed;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>
/// Makes a member that has joined know the seed node. The seed-node provider tells the seed node of the member and not the
/// other way round; the member then ignores the seed node's gossip, as that of a stranger, and stays alone for ever.
/// </summary>
internal static class SeedIntroduction
{
    /// <summary>Asks the seed node who it is, and tells the member's own seed actor.</summary>
    /// <param name="system">The member.</param>
    /// <param name="seed">The seed node's address.</param>
    /// <param name="timeout">For the answer.</param>
    public static async Task MeetAsync(ActorSystem system, BrokerUrl seed, TimeSpan timeout)
    {
        var there = PID.FromAddress($"{seed.Host}:{seed.Port}", SeedNodeActor.Name);
        var here = PID.FromAddress(system.Address, SeedNodeActor.Name);
        var answer = await system.Root.RequestAsync<JoinResponse>(there, new JoinRequest { Joiner = system.Cluster().MemberList.Self }, timeout).ConfigureAwait(false);
        system.Root.Send(here, new JoinRequest { Joiner = answer.Member });
    }
}
