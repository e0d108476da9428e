using System.Runtime.InteropServices;
using Genie.Brokers.Aeron.MediaDriver;
using Genie.Brokers.Aeron.Wire;

namespace Genie.Brokers.Aeron.Tests.Protocol;

/// <summary>The two buffers between clients and media driver, with this test as the other side.</summary>
public sealed unsafe class RingTests : IDisposable
{
    private const int CommandCapacity = 1024;
    private const int CommandTrailer = 768;
    private const int BroadcastCapacity = 256;
    private const int BroadcastTrailer = 128;
    private const int HeadOffset = CommandCapacity + 384;

    private readonly byte* _memory = (byte*)NativeMemory.AllocZeroed(CommandCapacity + CommandTrailer);

    [Fact]
    public void Commands_are_taken_in_order_past_the_end_of_the_ring()
    {
        var memory = new SharedMemory(_memory, CommandCapacity + CommandTrailer);
        var commands = new CommandBuffer(memory);
        List<int> taken = [];
        for (var number = 0; number < 200; number++)
        {
            // 44 bytes with header and alignment are 56, by which the ring's length cannot be divided.
            commands.Write(7, [.. BitConverter.GetBytes(number), .. new byte[40]]);
            if (number % 5 == 4) Consume(memory, taken);
        }

        Assert.Equal(Enumerable.Range(0, 200), taken);
    }

    [Fact]
    public void A_media_driver_that_takes_no_commands_is_an_error_that_may_pass()
    {
        var memory = new SharedMemory(_memory, CommandCapacity + CommandTrailer);
        var commands = new CommandBuffer(memory);
        var error = Assert.Throws<BrokerException>(() =>
        {
            for (var i = 0; i <= CommandCapacity / 16; i++) commands.Write(7, [1, 2, 3]);
        });
        Assert.True(error.IsTransient);
        Consume(memory, []);
        commands.Write(7, [1, 2, 3]);
    }

    [Fact]
    public void Broadcasts_are_received_past_the_end_and_one_that_was_overtaken_is_told()
    {
        var memory = new SharedMemory(_memory, BroadcastCapacity + BroadcastTrailer);
        var broadcasts = new BroadcastBuffer(memory);
        var tail = 0L;
        for (var number = 0; number < 50; number++)
        {
            tail = Broadcast(memory, tail, number);
            Assert.True(broadcasts.TryReceive(out var type, out var message));
            Assert.Equal((9, number, 36), (type, BitConverter.ToInt32(message), message.Length));
            Assert.False(broadcasts.TryReceive(out _, out _));
        }

        for (var number = 0; number < 10; number++) tail = Broadcast(memory, tail, number);
        Assert.Throws<LinkLostException>(() => broadcasts.TryReceive(out _, out _));
    }

    public void Dispose() => NativeMemory.Free(_memory);

    private static void Consume(SharedMemory memory, List<int> taken)
    {
        var head = memory.ReadInt64(HeadOffset);
        while (memory.ReadInt32((int)head & (CommandCapacity - 1)) is > 0 and var length)
        {
            var index = (int)head & (CommandCapacity - 1);
            if (memory.ReadInt32(index + 4) == 7 && length >= 12) taken.Add(memory.ReadInt32(index + 8));
            var aligned = (length + 7) & ~7;
            memory.Bytes(index, aligned).Clear();
            head += aligned;
        }

        memory.WriteInt64Release(HeadOffset, head);
    }

    private static long Broadcast(SharedMemory memory, long tail, int number)
    {
        const int Length = 44;
        const int Aligned = 48;
        var index = (int)tail & (BroadcastCapacity - 1);
        var padding = BroadcastCapacity - index < Aligned ? BroadcastCapacity - index : 0;
        memory.WriteInt64Release(BroadcastCapacity, tail + padding + Aligned);
        if (padding > 0)
        {
            memory.WriteInt32(index, padding);
            memory.WriteInt32(index + 4, -1);
            index = 0;
        }

        memory.WriteInt32(index, Length);
        memory.WriteInt32(index + 4, 9);
        memory.WriteInt32(index + 8, number);
        memory.WriteInt64Release(BroadcastCapacity + 16, tail + padding);
        memory.WriteInt64Release(BroadcastCapacity + 8, tail + padding + Aligned);
        return tail + padding + Aligned;
    }
}
