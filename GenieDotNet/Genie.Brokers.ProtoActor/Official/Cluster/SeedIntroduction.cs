using Genie.Brokers.Links;
using Proto;
using Proto.Cluster;
using Proto.Cluster.Gossip;
using Proto.Cluster.Seed;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>
/// Makes a member that has joined know the seed node. The seed-node provider informs the seed node of the member and not the
/// other way round; the member then ignores the seed node's gossip, as that of a stranger, and stays alone for ever.
/// </summary>
internal static class SeedIntroduction
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    /// <summary>Asks the seed node who it is, informs the member's own seed actor, and waits until all members know the same members:
    /// grains stay where they are first activated, and should find all of them.</summary>
    /// <param name="system">The member.</param>
    /// <param name="seed">The seed node's address.</param>
    /// <param name="timeout">For the answer; and for the members' agreement, without which it goes on: one of them may just have died.</param>
    public static async Task MeetAsync(ActorSystem system, BrokerUrl seed, TimeSpan timeout)
    {
        var known = await IntroduceAsync(system, seed, timeout).ConfigureAwait(false);
        using var ending = new CancellationTokenSource(timeout);
        try
        {
            while (!await AgreeAsync(system.Cluster(), known.Id).ConfigureAwait(false)) await Task.Delay(Pause, ending.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // They will agree later.
        }
    }

    /// <summary>The same without the members' agreement; false if no seed node answers.</summary>
    public static async Task<bool> TryIntroduceAsync(ActorSystem system, BrokerUrl seed, TimeSpan timeout)
    {
        try
        {
            await IntroduceAsync(system, seed, timeout).ConfigureAwait(false);
            return true;
        }
        catch (Exception error) when (error is TimeoutException or DeadLetterException)
        {
            return false;
        }
    }

    private static async Task<Member> IntroduceAsync(ActorSystem system, BrokerUrl seed, TimeSpan timeout)
    {
        var there = PID.FromAddress($"{seed.Host}:{seed.Port}", SeedNodeActor.Name);
        var here = PID.FromAddress(system.Address, SeedNodeActor.Name);
        var answer = await system.Root.RequestAsync<JoinResponse>(there, new JoinRequest { Joiner = system.Cluster().MemberList.Self }, timeout).ConfigureAwait(false);
        system.Root.Send(here, new JoinRequest { Joiner = answer.Member });
        return answer.Member;
    }

    private static async Task<bool> AgreeAsync(Proto.Cluster.Cluster cluster, string seedId)
    {
        var members = cluster.MemberList.GetAllMembers();
        if (members.All(member => member.Id != seedId)) return false;
        var known = await cluster.Gossip.GetState<ClusterTopology>(GossipKeys.Topology).ConfigureAwait(false);
        return members.All(member => known.ContainsKey(member.Id)) && members.Select(member => known[member.Id].TopologyHash).Distinct().Count() == 1;
    }
}
