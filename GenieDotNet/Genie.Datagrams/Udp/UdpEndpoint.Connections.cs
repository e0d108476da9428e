using System.Security.Cryptography;
using Genie.Observing;

namespace Genie.Datagrams.Udp;

/// <content>The table of connections, and the calls of the handler.</content>
internal sealed partial class UdpEndpoint
{
    private const int SlotBits = 32;

    private readonly List<UdpConnection?> _slots = [];
    private readonly Queue<int> _freeSlots = new();
    private readonly Dictionary<ulong, UdpConnection> _handshakes = [];
    private readonly Dictionary<(DatagramAddress Address, ulong Nonce), UdpConnection> _accepted = [];
    private readonly Dictionary<ulong, UdpConnection> _byRemoteId = [];
    private volatile int _connectionCount;

    public void Deliver(UdpConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
    {
        try
        {
            _handler.OnMessage(connection, message, info);
        }
        catch (Exception error)
        {
            OnHandlerFailed(connection, error);
        }
    }

    public void OnDisconnected(UdpConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        try
        {
            _handler.OnDisconnected(connection, reason, data);
        }
        catch (Exception error)
        {
            OnHandlerFailed(connection, error);
        }
    }

    /// <summary>Forgets a connection that has ended.</summary>
    public void Remove(UdpConnection connection)
    {
        var slot = (int)(connection.LocalId & uint.MaxValue);
        _slots[slot] = null;
        _freeSlots.Enqueue(slot);
        _connectionCount--;
        if (connection.IsEstablished) Totals.Connections--;
        _accepted.Remove(connection.Origin);
        if (_byRemoteId.GetValueOrDefault(connection.RemoteId) == connection) _byRemoteId.Remove(connection.RemoteId);
        if (_handshakes.GetValueOrDefault(connection.Origin.Nonce) == connection) _handshakes.Remove(connection.Origin.Nonce);
    }

    private void OnConnected(UdpConnection connection, ReadOnlySpan<byte> handshakeData, long now)
    {
        _byRemoteId[connection.RemoteId] = connection;
        Totals.HandshakesCompleted++;
        Totals.Connections++;
        MarkDirty(connection);
        try
        {
            _handler.OnConnected(connection, handshakeData);
        }
        catch (Exception error)
        {
            OnHandlerFailed(connection, error);
        }

        Schedule(connection, now);
    }

    private void OnHandlerFailed(UdpConnection connection, Exception error)
    {
        Observers.Tell(Options.HandlerFailed, nameof(DatagramOptions.HandlerFailed), connection, error);
        connection.CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation, _clock.Now);
    }

    /// <summary>An id whose low half is the slot and whose high half nobody guesses.</summary>
    private ulong ReserveId()
    {
        if (!_freeSlots.TryDequeue(out var slot))
        {
            slot = _slots.Count;
            _slots.Add(null);
        }

        Span<byte> secret = stackalloc byte[sizeof(uint)];
        RandomNumberGenerator.Fill(secret);
        return ((ulong)BitConverter.ToUInt32(secret) << SlotBits) | (uint)slot;
    }

    private void Add(UdpConnection connection)
    {
        _slots[(int)(connection.LocalId & uint.MaxValue)] = connection;
        _connectionCount++;
    }

    private UdpConnection? Find(ulong localId)
    {
        var slot = (uint)(localId & uint.MaxValue);
        return slot < (uint)_slots.Count && _slots[(int)slot] is { } connection && connection.LocalId == localId ? connection : null;
    }
}
