using System.Diagnostics;
using System.Net;
using Genie.Observing;
using LiteNetLib;

namespace Genie.Datagrams.LiteNetLib;

/// <content>Connections that come and go, and the sockets that they go by. Under the lock.</content>
internal sealed partial class LiteNetEndpoint
{
    private static readonly TimeSpan CheckInterval = TimeSpan.FromMilliseconds(10);

    private readonly Queue<(LiteNetConnection Connection, DisconnectReason Reason, byte[] Data)> _ended = new();
    private int _established;
    private int _incoming;

    /// <summary>Somebody asks for a connection.</summary>
    public void OnRequest(global::LiteNetLib.ConnectionRequest request)
    {
        if (_isDisposed) return;
        if (!LiteNetFormat.TryReadHello(request.Data.GetRemainingBytesSpan(), out var maxMessageBytes, out var data))
        {
            request.Reject(LiteNetFormat.Farewell(DisconnectReason.VersionMismatch, default));
            return;
        }

        var decision = ConnectionDecision.Ask(Handler, DatagramAddress.From(request.RemoteEndPoint), data, _incoming < Options.MaxConnections);
        if (_isDisposed) return;
        Counters.HandshakeBegun();
        if (decision.Refusal is { } reason)
        {
            Counters.HandshakeRefused();
            request.Reject(LiteNetFormat.Farewell(reason, decision.Data.Span));
        }
        else if (request.Accept() is { Tag: null } peer) Take(peer, maxMessageBytes, decision.Data.Span, data);
    }

    /// <summary>A connection stands, at the side that has opened it.</summary>
    public void OnEstablished(LiteNetConnection connection)
    {
        Interlocked.Increment(ref _established);
        Counters.ConnectionBegun();
        if (!connection.IsClient) _incoming++;
    }

    /// <summary>A connection has ended, and the handler is to be told.</summary>
    public void OnEnded(LiteNetConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        _connections.TryRemove(connection, out _);
        if (connection.IsEstablished)
        {
            Interlocked.Decrement(ref _established);
            Counters.ConnectionEnded();
        }

        if (!connection.IsClient) _incoming--;
        _ended.Enqueue((connection, reason, data.ToArray()));
    }

    /// <summary>A socket by which an address can be connected to.</summary>
    /// <exception cref="CannotBindEndpointException">There is none, and no other one can be opened.</exception>
    public LiteNetSocket SocketFor(IPEndPoint remote)
    {
        // Not by the one that listens: LiteNetLib takes two sides that connect to each other at once for one connection.
        foreach (var socket in _sockets.AsSpan(_isListening ? 1 : 0))
        {
            if (socket.IsFreeFor(remote)) return socket;
        }

        var opened = LiteNetSocket.Open(new IPEndPoint(_address.Address, 0), new LiteNetListener(this, isListening: false), Options);
        _sockets = [.. _sockets, opened];
        return opened;
    }

    private void Take(NetPeer peer, int maxMessageBytes, ReadOnlySpan<byte> answer, ReadOnlySpan<byte> data)
    {
        var connection = new LiteNetConnection(this, _sockets[0], peer, maxMessageBytes);
        _connections.TryAdd(connection, 0);
        OnEstablished(connection);
        connection.SendAccept(answer);
        connection.OnEstablished(data);
    }

    private void CheckTimes()
    {
        var now = Stopwatch.GetTimestamp();
        if (Stopwatch.GetElapsedTime(_checkedAt, now) < CheckInterval) return;
        _checkedAt = now;
        foreach (var (connection, _) in _connections) connection.CheckTimes(now);
        CloseIdleSockets();
    }

    /// <summary>All but the first, once nothing more is to be said by them.</summary>
    private void CloseIdleSockets()
    {
        var idle = _sockets.Skip(1).Where(static socket => socket.IsIdle).ToList();
        if (idle.Count == 0) return;
        foreach (var socket in idle) Stop(socket);
        _sockets = [.. _sockets.Except(idle)];
    }

    private void Stop(LiteNetSocket socket)
    {
        socket.Stop();
        socket.Report(Counters);
    }

    private void TellEnded()
    {
        while (_ended.TryDequeue(out var ended))
        {
            try
            {
                Handler.OnDisconnected(ended.Connection, ended.Reason, ended.Data);
            }
            catch (Exception error)
            {
                Observers.Tell(Options.HandlerFailed, nameof(DatagramOptions.HandlerFailed), ended.Connection, error);
            }
        }
    }
}
