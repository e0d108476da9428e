namespace Genie.Brokers.Mqtt.Wire;

/// <summary>
/// The messages at QoS 2 that came and are not released yet: a repetition over a resumed session is detected by its identifier
/// and not handled again (MQTT 5.0 section 4.3.3, method B). Lives as long as the server's session.
/// </summary>
internal sealed class ReceivedOnce
{
    private readonly Lock _lock = new();
    private readonly Dictionary<ushort, bool> _handled = [];

    /// <summary>What a message that came is.</summary>
    public enum Arrival
    {
        /// <summary>It is to be handled.</summary>
        New,

        /// <summary>A repetition of one that is being handled: nothing is to be done.</summary>
        BeingHandled,

        /// <summary>A repetition of one that was handled: its receipt is to be sent again.</summary>
        Handled,
    }

    public Arrival Arrive(ushort packetId)
    {
        lock (_lock)
        {
            if (_handled.TryAdd(packetId, false)) return Arrival.New;
            return _handled[packetId] ? Arrival.Handled : Arrival.BeingHandled;
        }
    }

    public void Handled(ushort packetId)
    {
        lock (_lock)
        {
            if (_handled.ContainsKey(packetId)) _handled[packetId] = true;
        }
    }

    public void Release(ushort packetId)
    {
        lock (_lock) _handled.Remove(packetId);
    }
}
