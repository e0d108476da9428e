using Genie.Datagrams.Packets;
using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>A server's side: counts what comes, and says who has handled it.</summary>
/// <param name="server">The server's number.</param>
internal sealed class WalkerRules(int server) : IZoneHandler
{
    /// <inheritdoc/>
    public void OnMessage(ZoneEntity entity, ReadOnlySpan<byte> message)
    {
        if (!PacketSerializer.TryRead<WalkerSaid>(message, out var said)) return;
        entity.State = WalkerPackets.ToBytes(WalkerPackets.CountOf(entity.State).Take(said.Number));
        entity.Send(WalkerPackets.ToBytes(new WalkerHeard(said.Number, server, entity.Zone, ZoneFaultWorld.Now)));
    }
}
