using Genie.Datagrams.Sockets;
using Genie.Datagrams.Udp;

namespace Genie.Datagrams.Simulation;

/// <summary>A socket whose datagrams fare in both directions as <see cref="DatagramOptions.Conditions"/> say.</summary>
internal sealed class ConditionedSocket : IDatagramSocket
{
    /// <summary>What another thread sends meanwhile is due after this at the latest noticed.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(1);

    private readonly IDatagramSocket _socket;
    private readonly EndpointClock _clock;
    private readonly DelayLine _outgoing;
    private readonly DelayLine _incoming;

    public ConditionedSocket(IDatagramSocket socket, NetworkConditions conditions, DatagramOptions options)
    {
        var random = options.ConditionsSeed is { } seed ? new Random(seed) : new Random();
        (_socket, _clock) = (socket, new EndpointClock(options.Time));
        (_outgoing, _incoming) = (new DelayLine(conditions, new Random(random.Next())), new DelayLine(conditions, new Random(random.Next())));
    }

    public DatagramAddress LocalAddress => _socket.LocalAddress;

    public long OversizedDatagrams => _socket.OversizedDatagrams;

    public bool TryReceive(out Span<byte> datagram, out DatagramAddress from)
    {
        datagram = default;
        from = default;
        if (_incoming.NextDue > _clock.Now) TakeArrived();
        if (!_incoming.TryTake(_clock.Now, out var due)) return false;
        datagram = due.Bytes.AsSpan(0, due.Length);
        from = due.From;
        return true;
    }

    public void Send(ReadOnlySpan<byte> datagram, in DatagramAddress to) => _outgoing.Add(datagram, LocalAddress, to, _clock.Now);

    public void Flush() => Release(_clock.Now);

    public void Wait(TimeSpan timeout) => _socket.Wait(timeout < LongestWait ? timeout : LongestWait);

    /// <summary>What was sent before is on its way, whatever becomes of its sender.</summary>
    public void Dispose()
    {
        Release(long.MaxValue);
        _socket.Dispose();
    }

    private void TakeArrived()
    {
        while (_socket.TryReceive(out var datagram, out var from))
        {
            if (!datagram.IsEmpty) _incoming.Add(datagram, from, LocalAddress, _clock.Now);
        }
    }

    private void Release(long now)
    {
        while (_outgoing.TryTake(now, out var due)) _socket.Send(due.Bytes.AsSpan(0, due.Length), due.To);
        _socket.Flush();
    }
}
