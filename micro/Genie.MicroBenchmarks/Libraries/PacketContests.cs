using System.Buffers;
using Genie.Datagrams.Packets;
using Google.Protobuf;
using MemoryPack;
using ProtobufPosition = Genie.MicroBenchmarks.Libraries.Protobuf.Position;

namespace Genie.MicroBenchmarks.Libraries;

/// <summary>A position by Genie.Datagrams.Packets, beside MemoryPack and protobuf, which send floats in full. Each reads what it wrote.</summary>
internal static class PacketContests
{
    private const int Operations = 10_000;

    /// <summary>All of them.</summary>
    public static IEnumerable<Contest> All()
    {
        var position = new Position(17, 123.45f, -67.89f, 3.5f, 90.5f, IsRunning: true, Stance.Crouching);
        var next = position with { X = 123.55f, Yaw = 91 };
        var (ours, delta, packed) = (new byte[64], new byte[64], new ArrayBufferWriter<byte>());
        PacketSerializer.TryWrite(position, ours, out var ourBytes);
        PacketSerializer.TryWriteDelta(next, position, delta, out var deltaBytes);
        MemoryPackSerializer.Serialize(packed, position);
        var packedBytes = packed.WrittenSpan.ToArray();
        var message = new ProtobufPosition { Player = 17, X = 123.45f, Y = -67.89f, Z = 3.5f, Yaw = 90.5f, IsRunning = true, Stance = Protobuf.Stance.Crouching };
        var protobuf = message.ToByteArray();

        yield return Write("MemoryPack", packedBytes.Length, WritePacked);
        yield return Write("protobuf", protobuf.Length, () => message.WriteTo(protobuf.AsSpan()));
        yield return Read("MemoryPack", packedBytes.Length, () => MemoryPackSerializer.Deserialize<Position>(packedBytes));
        yield return Read("protobuf", protobuf.Length, () => ProtobufPosition.Parser.ParseFrom(protobuf.AsSpan()));
        yield return new($"position: write a delta ({deltaBytes} B), all by MemoryPack", Operations, () => Repeat(() => PacketSerializer.TryWriteDelta(next, position, delta, out _)), () => Repeat(WritePacked));
        yield return new($"position: read a delta ({deltaBytes} B), all by MemoryPack", Operations,
            () => Repeat(() => PacketSerializer.TryReadDelta<Position>(delta.AsSpan(0, deltaBytes), position, out _)), () => Repeat(() => MemoryPackSerializer.Deserialize<Position>(packedBytes)));

        void WritePacked()
        {
            packed.ResetWrittenCount();
            MemoryPackSerializer.Serialize(packed, position);
        }

        Contest Write(string library, int bytes, Action write) =>
            new($"position: write ({ourBytes} B), {library} ({bytes} B)", Operations, () => Repeat(() => PacketSerializer.TryWrite(position, ours, out _)), () => Repeat(write));

        Contest Read(string library, int bytes, Action read) =>
            new($"position: read ({ourBytes} B), {library} ({bytes} B)", Operations, () => Repeat(() => PacketSerializer.TryRead<Position>(ours.AsSpan(0, ourBytes), out _)), () => Repeat(read));
    }

    private static void Repeat(Action run)
    {
        for (var i = 0; i < Operations; i++) run();
    }
}
