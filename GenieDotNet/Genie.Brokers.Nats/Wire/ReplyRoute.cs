using System.Collections.Concurrent;

namespace Genie.Brokers.Nats.Wire;

/// <summary>Pooled: where the answer to one message goes, as the beginning of its PUB line.</summary>
internal sealed class ReplyRoute
{
    private const int KeptBytesMax = 512;
    private const int PoolSizeMax = 4096;
    private static readonly ConcurrentQueue<ReplyRoute> Pool = new();
    private byte[] _head = new byte[128];
    private int _length;

    private ReplyRoute() => "PUB "u8.CopyTo(_head);

    /// <summary>By which the message came; null once it was returned.</summary>
    public NatsSession? Session { get; private set; }

    /// <summary><c>PUB &lt;reply subject&gt; </c>.</summary>
    public ReadOnlyMemory<byte> Head => _head.AsMemory(0, _length);

    public static ReplyRoute Rent(NatsSession session, ReadOnlySpan<byte> replyTo)
    {
        if (!Pool.TryDequeue(out var route)) route = new ReplyRoute();
        route.Session = session;
        var prefix = "PUB "u8;
        route._length = prefix.Length + replyTo.Length + 1;
        if (route._head.Length < route._length)
        {
            route._head = new byte[route._length];
            prefix.CopyTo(route._head);
        }

        replyTo.CopyTo(route._head.AsSpan(prefix.Length));
        route._head[route._length - 1] = (byte)' ';
        return route;
    }

    public void Return()
    {
        Session = null;
        if (_head.Length <= KeptBytesMax && Pool.Count < PoolSizeMax) Pool.Enqueue(this);
    }
}
