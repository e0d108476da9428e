using System.Net;
using System.Net.NetworkInformation;
using Genie.Brokers.Links;
using Proto;
using Proto.Cluster;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>
/// A member's eye on the seed node. Whoever joins asks at the seed node's address, but Proto.Cluster gives it to nobody when the seed node dies, and
/// tells no member of one that was started anew: processes that come later would find nobody, or another cluster.
/// </summary>
/// <param name="system">The member.</param>
/// <param name="options">The user's.</param>
/// <param name="seed">The seed node's address.</param>
internal sealed class SeedWatch(ActorSystem system, ProtoActorOptions options, BrokerUrl seed)
{
    private readonly string _address = $"{seed.Host}:{seed.Port}";

    /// <summary>Watches until the member has to join anew, or is shut down.</summary>
    /// <returns>Why it has to; null: it was shut down.</returns>
    public async Task<string?> WatchAsync()
    {
        var isIntroduced = false;
        while (await PauseAsync().ConfigureAwait(false))
        {
            if (system.Cluster().MemberList.GetAllMembers().Any(member => member.Address == _address))
            {
                isIntroduced = false;
                continue;
            }

            // One that this member takes for dead stays a stranger to it.
            if (isIntroduced) return "another seed node has taken the place of this member's";
            if (await IsFreeAsync().ConfigureAwait(false)) return "the seed node is gone and its address is free";
            isIntroduced = await SeedIntroduction.TryIntroduceAsync(system, seed, options.ConnectTimeout).ConfigureAwait(false);
        }

        return null;
    }

    /// <returns>False: the member is shut down.</returns>
    private async Task<bool> PauseAsync()
    {
        await Task.Delay(options.MemberExpiration, system.Shutdown).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return !system.Shutdown.IsCancellationRequested;
    }

    // Whether this process could become the seed node; to try to bind the address might take it from another that does.
    private async Task<bool> IsFreeAsync()
    {
        try
        {
            await LinkProbe.ReachAsync(ProtoActorDrivers.Name, seed.Host, seed.Port, options.ConnectTimeout).ConfigureAwait(false);
            return false;
        }
        catch (BrokerUnreachableException)
        {
            return IPAddress.TryParse(seed.Host, out var address) ? IsOfThisMachine(address) : (await Dns.GetHostAddressesAsync(seed.Host, system.Shutdown).ConfigureAwait(false)).Any(IsOfThisMachine);
        }
    }

    private static bool IsOfThisMachine(IPAddress address) =>
        IPAddress.IsLoopback(address) || NetworkInterface.GetAllNetworkInterfaces().Any(each => each.GetIPProperties().UnicastAddresses.Any(own => own.Address.Equals(address)));
}
