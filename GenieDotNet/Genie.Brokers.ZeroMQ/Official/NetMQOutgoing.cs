using System.Buffers.Binary;
using NetMQ;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>A message on its way to a socket, in the frames of the wire driver.</summary>
/// <param name="Peer">The routing id of an answer's receiver; null for a request.</param>
/// <param name="Correlation">Null where no answer is awaited.</param>
/// <param name="Channel">The channel of a request; null for an answer.</param>
/// <param name="Body">The message, or the answer in its envelope; null where nobody listens. NetMQ keeps the array.</param>
/// <param name="Sent">Completed when the socket has taken the message; a message of nothing else is only that.</param>
internal readonly record struct NetMQOutgoing(byte[]? Peer, ulong? Correlation, byte[]? Channel, byte[]? Body, TaskCompletionSource? Sent)
{
    /// <summary>A mark behind what was queued before: nothing is sent; it is reported once those before it have left.</summary>
    public static NetMQOutgoing Mark(TaskCompletionSource passed) => new(null, null, null, null, passed);

    /// <summary>Hands the frames over.</summary>
    /// <returns>False if the socket's high-water mark is reached; nothing was sent then.</returns>
    public bool TrySend(NetMQSocket socket)
    {
        if (Peer is null && Channel is null) return Passed();
        if (Peer is not null)
        {
            if (!TrySend(socket, Peer, more: true)) return false;
            TrySend(socket, CorrelationFrame(), more: Body is not null);
        }
        else
        {
            if (!TrySend(socket, CorrelationFrame(), more: true)) return false;
            TrySend(socket, Channel!, more: true);
        }

        if (Body is not null) TrySend(socket, Body, more: false);
        return Passed();
    }

    // Once a message's first frame is taken, the others are too: frames of a message are sent together or not at all.
    private static bool TrySend(NetMQSocket socket, byte[] frame, bool more)
    {
        var message = default(Msg);
        message.InitGC(frame, frame.Length);
        var taken = socket.TrySend(ref message, TimeSpan.Zero, more);
        message.Close();
        return taken;
    }

    private byte[] CorrelationFrame()
    {
        if (Correlation is not { } correlation) return [];
        var frame = new byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64BigEndian(frame, correlation);
        return frame;
    }

    private bool Passed()
    {
        Sent?.TrySetResult();
        return true;
    }
}
