using Genie.Datagrams.Packets;
using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>A server's side: counts what ships do once, and shows it to who is near.</summary>
internal sealed class ShooterRules : IZoneHandler
{
    /// <summary>Who shows it.</summary>
    public ZoneServer? Server { get; set; }

    /// <inheritdoc/>
    public void OnMessage(ZoneEntity entity, ReadOnlySpan<byte> message)
    {
        if (!PacketHeader.TryRead(message, out var header)) return;
        var state = ShipState.Of(entity.State);
        switch (header.Id)
        {
            case ShotFired.PacketId when PacketSerializer.TryRead<ShotFired>(message, out var shot):
                Keep(entity, state.Fire(shot.Number));
                var (x, y) = ShooterArena.PointOf(entity.Position);
                Show(entity, new ShotSeen((int)entity.Id, shot.Number, (float)x, (float)y, shot.Heading));
                break;
            case HitTaken.PacketId when PacketSerializer.TryRead<HitTaken>(message, out var hit):
                var after = state.TakeHit(hit.Number);
                Keep(entity, after);
                var isDestroyed = after.Destroyed > state.Destroyed;
                if (isDestroyed) entity.Send(ShooterPackets.ToBytes(new ShipDestroyed(after.Destroyed)));
                Show(entity, new HitSeen((int)entity.Id, hit.By, isDestroyed));
                break;
        }
    }

    /// <inheritdoc/>
    public void OnMoved(ZoneEntity entity)
    {
        if (entity.Id > ShooterArena.ShipsMax) return;
        var (x, y) = ShooterArena.PointOf(entity.Position);
        Show(entity, new ShipSeen((int)entity.Id, (float)x, (float)y, ShipState.Of(entity.State).Health));
    }

    private static void Keep(ZoneEntity entity, ShipState state) => entity.State = ShooterPackets.ToBytes(state);

    private void Show<T>(ZoneEntity entity, in T packet)
        where T : IPacket<T> => Server?.Publish(entity.Position, ShooterPackets.ToBytes(packet));
}
