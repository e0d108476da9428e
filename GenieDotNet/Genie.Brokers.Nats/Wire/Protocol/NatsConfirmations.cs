using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>
/// Confirmation by PING: a server works through a connection in order, so a PONG says that it has all that was sent
/// before the PING. One PING ends each batch that holds anything to be confirmed.
/// </summary>
/// <param name="confirm">Told of each confirmed publication, on the thread that reads the link.</param>
internal sealed class NatsConfirmations(Action<Correlation> confirm)
{
    private readonly Lock _lock = new();
    private readonly Queue<NatsConfirmation> _noted = new();
    private readonly Queue<int> _pings = new();
    private int _sinceLastPing;

    /// <summary>True if a PONG is on its way.</summary>
    public bool IsPingPending
    {
        get
        {
            lock (_lock) return _pings.Count > 0;
        }
    }

    /// <summary>Called while a frame is written.</summary>
    public void Note(NatsConfirmation confirmation)
    {
        lock (_lock)
        {
            _noted.Enqueue(confirmation);
            _sinceLastPing++;
        }
    }

    /// <summary>Called at the end of a batch: true if it must end in a PING.</summary>
    public bool TryBeginPing()
    {
        lock (_lock)
        {
            if (_sinceLastPing == 0) return false;
            _pings.Enqueue(_sinceLastPing);
            _sinceLastPing = 0;
            return true;
        }
    }

    /// <summary>Called for each PONG.</summary>
    /// <exception cref="BrokerProtocolException">There was no PING for it.</exception>
    public void Pong()
    {
        int confirmed;
        lock (_lock)
        {
            if (!_pings.TryDequeue(out confirmed)) throw new BrokerProtocolException(NatsDrivers.Broker, "a PONG that nobody asked for");
        }

        for (; confirmed > 0; confirmed--)
        {
            NatsConfirmation confirmation;
            lock (_lock) confirmation = _noted.Dequeue();
            if (confirmation.IsPublication) confirm(confirmation.Publication);
            confirmation.Flush?.TrySetResult();
        }
    }
}
