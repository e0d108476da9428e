using System.Diagnostics.CodeAnalysis;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>
/// The publications of one session that the server has not answered for, by packet identifier. Their number never exceeds
/// the server's Receive Maximum (MQTT 5.0 section 4.9); further ones wait.
/// </summary>
/// <param name="receiveMaximum">As the server said in CONNACK.</param>
/// <param name="ended">Completes when the session has ended.</param>
[SuppressMessage("Design", "CA1001", Justification = "The semaphore has no handle to free; its waiters end with the session.")]
internal sealed class MqttOutbox(int receiveMaximum, Task<Exception> ended)
{
    /// <summary>Identifiers from here on are not given out.</summary>
    public const int FirstReservedId = ushort.MaxValue - 1;

    private const int InitialEntries = 64;

    private readonly Lock _lock = new();
    private readonly SemaphoreSlim _room = new(Math.Min(receiveMaximum, FirstReservedId - 1));
    private readonly Stack<ushort> _free = new();
    private Entry[] _entries = new Entry[InitialEntries];
    private int _created;
    private int _count;

    /// <summary>Publications under way.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Gives out an identifier, if there is room.</summary>
    public bool TryTake(MqttOutgoing outgoing, out ushort packetId)
    {
        packetId = 0;
        if (!_room.Wait(0, CancellationToken.None)) return false;
        packetId = Enter(outgoing);
        return true;
    }

    /// <summary>Gives out an identifier, waiting for room.</summary>
    /// <exception cref="LinkLostException">There was none within <paramref name="timeout"/>, or the session ended.</exception>
    public async ValueTask<ushort> TakeAsync(MqttOutgoing outgoing, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var waiting = _room.WaitAsync(timeout, cancellationToken);
        if (await Task.WhenAny(waiting, ended).ConfigureAwait(false) == ended) throw await ended.ConfigureAwait(false);
        if (!await waiting.ConfigureAwait(false))
            throw new LinkLostException(MqttDrivers.Broker, $"the server confirmed nothing for {timeout.TotalSeconds:0.###} s; nothing was sent");
        return Enter(outgoing);
    }

    /// <summary>Looks a publication up, which stays.</summary>
    public bool TryPeek(ushort packetId, out MqttOutgoing outgoing)
    {
        lock (_lock)
        {
            var isUsed = packetId != 0 && packetId <= _created && _entries[packetId - 1].IsUsed;
            outgoing = isUsed ? _entries[packetId - 1].Outgoing : default;
            return isUsed;
        }
    }

    /// <summary>Takes a publication back out; false if there is none of that identifier.</summary>
    public bool TryRelease(ushort packetId, out MqttOutgoing outgoing)
    {
        lock (_lock)
        {
            outgoing = default;
            if (packetId == 0 || packetId > _created || !_entries[packetId - 1].IsUsed) return false;
            outgoing = _entries[packetId - 1].Outgoing;
            _entries[packetId - 1] = default;
            _free.Push(packetId);
            _count--;
        }

        _room.Release();
        return true;
    }

    private ushort Enter(MqttOutgoing outgoing)
    {
        lock (_lock)
        {
            if (!_free.TryPop(out var id))
            {
                if (_created == _entries.Length) Array.Resize(ref _entries, _created * 2);
                id = (ushort)++_created;
            }

            _entries[id - 1] = new Entry(outgoing, IsUsed: true);
            _count++;
            return id;
        }
    }

    private readonly record struct Entry(MqttOutgoing Outgoing, bool IsUsed);
}
