using Genie.Datagrams.Zones.Wire;

namespace Genie.Datagrams.Zones.Client;

/// <summary>Where a server has sent a client on, or an answer has.</summary>
/// <param name="Zone">The zone that it is about.</param>
/// <param name="Epoch">That zone's epoch as far as the server knew.</param>
/// <param name="Owner">Who owned it then.</param>
internal sealed record Redirection(int Zone, long Epoch, DatagramAddress Owner)
{
    /// <summary>True while an answer of another server is from before it: what is known of the zone since then says more, and so does one that is not near it any more.</summary>
    public bool IsNewerThan(NearbyZones near) => near.Zones.Any(one => one.Zone == Zone && one.Epoch < Epoch);

    /// <summary>True if the same zone has another owner by it, later than by another one.</summary>
    public bool IsNewerThan(Redirection other) => Zone == other.Zone && Epoch > other.Epoch && Owner != other.Owner;
}
