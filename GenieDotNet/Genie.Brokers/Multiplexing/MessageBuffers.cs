using System.Buffers;
using System.Collections.Concurrent;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// Buffers for messages that wait in queues. The runtime's shared pool keeps some dozens of a size; a queue of thousands,
/// filled on one thread and emptied on another, would allocate each anew.
/// </summary>
public static class MessageBuffers
{
    private const int SmallBytes = 512;
    private const int MediumBytes = 4096;
    private const int SmallMax = 32_768;
    private const int MediumMax = 2_048;

    private static readonly ConcurrentQueue<byte[]> Small = new();
    private static readonly ConcurrentQueue<byte[]> Medium = new();

    /// <summary>A buffer of at least that many bytes, with anything in it.</summary>
    public static byte[] Rent(int length) => length switch
    {
        <= SmallBytes => Small.TryDequeue(out var bytes) ? bytes : new byte[SmallBytes],
        <= MediumBytes => Medium.TryDequeue(out var bytes) ? bytes : new byte[MediumBytes],
        _ => ArrayPool<byte>.Shared.Rent(length),
    };

    /// <summary>A rented copy of <paramref name="message"/>.</summary>
    public static byte[] RentCopy(ReadOnlySpan<byte> message)
    {
        var bytes = Rent(message.Length);
        message.CopyTo(bytes);
        return bytes;
    }

    /// <summary>Gives a buffer back, once.</summary>
    public static void Return(byte[] bytes)
    {
        switch (bytes.Length)
        {
            case SmallBytes when Small.Count < SmallMax:
                Small.Enqueue(bytes);
                break;
            case MediumBytes when Medium.Count < MediumMax:
                Medium.Enqueue(bytes);
                break;
            case > MediumBytes:
                ArrayPool<byte>.Shared.Return(bytes);
                break;
        }
    }
}
