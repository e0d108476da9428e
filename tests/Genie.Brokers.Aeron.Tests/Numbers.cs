using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Concurrent;

namespace Genie.Brokers.Aeron.Tests;

/// <summary>A listener's book of numbered messages.</summary>
internal sealed class Numbers
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly ConcurrentQueue<int> _arrived = new();

    public int Count => _arrived.Count;

    /// <summary>Books the number of each message and answers with it.</summary>
    public MessageHandler Handler => (message, reply, _) =>
    {
        Span<byte> number = stackalloc byte[sizeof(int)];
        message.Slice(0, sizeof(int)).CopyTo(number);
        _arrived.Enqueue(BinaryPrimitives.ReadInt32LittleEndian(number));
        reply.Write(number);
        return ValueTask.CompletedTask;
    };

    public static byte[] Message(int number, int length = 64)
    {
        var message = new byte[length];
        BinaryPrimitives.WriteInt32LittleEndian(message, number);
        return message;
    }

    /// <summary>Exactly the numbers below <paramref name="count"/>, each once, in their order.</summary>
    public async Task ExpectInOrderAsync(int count)
    {
        await UntilAsync(() => Count >= count, () => $"{Count} of {count} messages");
        Assert.Equal(Enumerable.Range(0, count), _arrived);
    }

    /// <summary>Exactly the numbers below <paramref name="count"/>, each once.</summary>
    public async Task ExpectAllAsync(int count)
    {
        await UntilAsync(() => Count >= count, () => $"{Count} of {count} messages");
        Assert.Equal(Enumerable.Range(0, count), _arrived.Order());
    }

    public static async Task UntilAsync(Func<bool> holds, Func<string> seen)
    {
        var deadline = DateTime.UtcNow + Timeout;
        while (!holds())
        {
            Assert.True(DateTime.UtcNow < deadline, seen());
            await Task.Delay(20);
        }
    }
}
