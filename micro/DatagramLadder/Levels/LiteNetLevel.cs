using System.Net;
using LiteNetLib;

namespace DatagramLadder.Levels;

/// <summary>LiteNetLib, reliable and in order, with its own threads: its events on the thread that receives, and each message sent at once.</summary>
internal sealed class LiteNetLevel : ILevel
{
    private readonly EventBasedNetListener _events = new();
    private readonly NetManager _manager;
    private readonly NetPeer _peer;
    private TaskCompletionSource<byte[]> _next = new();

    public LiteNetLevel(int port)
    {
        _manager = Create(_events);
        _events.NetworkReceiveEvent += (_, reader, _, _) => _next.TrySetResult(reader.GetRemainingBytes());
        _manager.Start();
        _peer = _manager.Connect(new IPEndPoint(IPAddress.Loopback, port), "echo");
        while (_peer.ConnectionState != LiteNetLib.ConnectionState.Connected) Thread.Sleep(1);
    }

    public string Name => "LiteNetLib";

    public static int Serve()
    {
        var events = new EventBasedNetListener();
        var manager = Create(events);
        events.ConnectionRequestEvent += request => request.Accept();
        events.NetworkReceiveEvent += (peer, reader, _, _) =>
        {
            peer.Send(reader.GetRemainingBytesSpan(), DeliveryMethod.ReliableOrdered);
            manager.TriggerUpdate();
        };
        manager.Start(IPAddress.Loopback, IPAddress.IPv6None, 0);
        return manager.LocalPort;
    }

    public ValueTask EchoAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        _next = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        _peer.Send(message.Span, DeliveryMethod.ReliableOrdered);
        _manager.TriggerUpdate();
        return Echoes.CheckAsync(message, _next.Task, cancellationToken);
    }

    public ValueTask DisposeAsync()
    {
        _manager.Stop();
        return ValueTask.CompletedTask;
    }

    private static NetManager Create(INetEventListener listener) => new(listener) { UnsyncedEvents = true, AutoRecycle = true, IPv6Enabled = false, UpdateTime = 1 };
}
