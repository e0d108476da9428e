using System.Buffers.Binary;
using System.Collections.Concurrent;

namespace Genie.Datagrams.Zones.Tests.World;

/// <summary>
/// A world in which each entity's client counts aloud. The state of an entity is the number that must come next, so that a message that is lost, doubled or
/// out of order is an error; every fifth number is said back.
/// </summary>
internal sealed class CountingWorld : IZoneHandler
{
    public const int EchoEvery = 5;

    public ConcurrentQueue<string> Errors { get; } = new();

    public ConcurrentQueue<(string What, ulong Entity)> Events { get; } = new();

    public static long CountOf(ReadOnlyMemory<byte> state) => state.IsEmpty ? 0 : BinaryPrimitives.ReadInt64LittleEndian(state.Span);

    public static byte[] Bytes(long number)
    {
        var bytes = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, number);
        return bytes;
    }

    public void OnMessage(ZoneEntity entity, ReadOnlySpan<byte> message)
    {
        var (expected, said) = (CountOf(entity.State), BinaryPrimitives.ReadInt64LittleEndian(message));
        if (said != expected) Errors.Enqueue($"entity {entity.Id} heard {said} and not {expected}");
        entity.State = Bytes(said + 1);
        if (said % EchoEvery == 0) entity.Send(message);
    }

    public void OnEntered(ZoneEntity entity) => Events.Enqueue(("entered", entity.Id));

    public void OnMoved(ZoneEntity entity) => Events.Enqueue(("moved", entity.Id));

    public void OnLeft(ZoneEntity entity) => Events.Enqueue(("left", entity.Id));
}
