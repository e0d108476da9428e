using System.Collections.Concurrent;
using Genie.Brokers.ActiveMQ.Wire.Protocol;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>Pooled: what answering and settling one message takes, as the bytes that will be sent.</summary>
internal sealed class StompDelivery
{
    private const int KeptBytesMax = 2048;
    private const int PoolSizeMax = 4096;
    private static readonly ConcurrentQueue<StompDelivery> Pool = new();
    private byte[] _bytes = new byte[512];
    private int _ackStart;
    private int _ackEnd;

    private StompDelivery()
    {
    }

    /// <summary>Where it came from; an acknowledgement means something only there.</summary>
    public StompSession? Session { get; private set; }

    /// <summary>True if an answer is wanted.</summary>
    public bool WantsReply => _ackStart > 1;

    /// <summary>True if the acknowledgement went out with the answer.</summary>
    public bool IsSettled { get; set; }

    /// <summary>SEND to where the answer goes, with its correlation.</summary>
    public ReadOnlyMemory<byte> AnswerHead => _bytes.AsMemory(0, _ackStart - 1);

    /// <summary>ACK (STOMP 1.2, "ACK").</summary>
    public ReadOnlyMemory<byte> Acknowledgement => _bytes.AsMemory(_ackStart, _ackEnd - _ackStart);

    /// <summary>NACK, which is ACK with one letter before it (STOMP 1.2, "NACK").</summary>
    public ReadOnlyMemory<byte> Refusal => _bytes.AsMemory(_ackStart - 1, _ackEnd - _ackStart + 1);

    public static StompDelivery Rent(StompSession session, in StompFrame frame)
    {
        if (!Pool.TryDequeue(out var delivery)) delivery = new StompDelivery();
        delivery.Fill(session, frame);
        return delivery;
    }

    public void Return()
    {
        Session = null;
        if (_bytes.Length <= KeptBytesMax && Pool.Count < PoolSizeMax) Pool.Enqueue(this);
    }

    private void Fill(StompSession session, in StompFrame frame)
    {
        Session = session;
        IsSettled = false;
        var bytesMax = frame.ReplyTo.Length + frame.CorrelationId.Length + frame.Ack.Length + StompDialect.AnswerHeadBytesMax + 64;
        if (_bytes.Length < bytesMax) _bytes = new byte[bytesMax];
        var length = 0;
        if (!frame.ReplyTo.IsEmpty)
        {
            length = session.Dialect.WriteAnswerHead(frame.ReplyTo, _bytes);
            if (!frame.CorrelationId.IsEmpty)
            {
                Append("correlation-id:"u8, ref length);
                Append(frame.CorrelationId, ref length);
                Append("\n"u8, ref length);
            }
        }

        Append("N"u8, ref length);
        _ackStart = length;
        Append("ACK\nid:"u8, ref length);
        Append(frame.Ack, ref length);
        Append("\n\n\0"u8, ref length);
        _ackEnd = length;
    }

    private void Append(ReadOnlySpan<byte> bytes, ref int length)
    {
        bytes.CopyTo(_bytes.AsSpan(length));
        length += bytes.Length;
    }
}
