using System.Buffers.Binary;
using Genie.Datagrams.Zones.Tests.World;

namespace Genie.Datagrams.Zones.EventStore.Tests.Killing;

/// <summary>
/// A world in which each entity's client counts aloud. An entity's state is the number that must come next, and how often another one has come: so the store itself
/// tells, of servers that are gone, whether they have handled a message twice or out of order. Every fifth number is said back.
/// </summary>
internal sealed class StrictWorld : IZoneHandler
{
    /// <summary>What the state of an entity says.</summary>
    public static (long Next, long Faults) Read(ReadOnlyMemory<byte> state) =>
        state.IsEmpty ? default : (BinaryPrimitives.ReadInt64LittleEndian(state.Span), BinaryPrimitives.ReadInt64LittleEndian(state.Span[sizeof(long)..]));

    public void OnMessage(ZoneEntity entity, ReadOnlySpan<byte> message)
    {
        var ((next, faults), said) = (Read(entity.State), BinaryPrimitives.ReadInt64LittleEndian(message));
        var state = new byte[2 * sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(state, next + 1);
        BinaryPrimitives.WriteInt64LittleEndian(state.AsSpan(sizeof(long)), said == next ? faults : faults + 1);
        entity.State = state;
        if (said % CountingWorld.EchoEvery == 0) entity.Send(message);
    }
}
