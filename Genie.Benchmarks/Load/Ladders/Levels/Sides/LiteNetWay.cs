using System.Buffers;
using System.Net;
using Genie.Brokers;
using LiteNetLib;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>Messages of LiteNetLib, reliable and in order, with its own threads: its events on the thread that receives, and each message sent at once.</summary>
internal sealed class LiteNetWay : ILevelWay
{
    /// <inheritdoc/>
    public Task<ILevelServer> ServeAsync(MessageHandler handler, CancellationToken cancellationToken)
    {
        var events = new EventBasedNetListener();
        var manager = Create(events);
        events.ConnectionRequestEvent += static request => request.Accept();
        events.NetworkReceiveEvent += (peer, reader, _, _) =>
        {
            peer.Send(reader.GetRemainingBytesSpan(), DeliveryMethod.ReliableOrdered);
            manager.TriggerUpdate();
        };
        return manager.Start(IPAddress.Loopback, IPAddress.IPv6None, 0) ? Task.FromResult<ILevelServer>(new Server(manager)) : throw NoSocket();
    }

    /// <inheritdoc/>
    public async Task<ILevelClient> ConnectAsync(int port, CancellationToken cancellationToken)
    {
        var (events, slot) = (new EventBasedNetListener(), new AnswerSlot());
        var connected = slot.Expect();
        events.PeerConnectedEvent += _ => slot.Take([]);
        events.NetworkReceiveEvent += (_, reader, _, _) => slot.Take(reader.GetRemainingBytesSpan());
        events.PeerDisconnectedEvent += (_, end) => slot.Fail($"{end.Reason}");
        var manager = Create(events);
        if (!manager.Start()) throw NoSocket();
        try
        {
            var peer = (NetPeer)manager.Connect(new IPEndPoint(IPAddress.Loopback, port), "levels");
            await connected.WaitAsync(cancellationToken).ConfigureAwait(false);
            return new Client(manager, peer, slot);
        }
        catch
        {
            manager.Stop();
            throw;
        }
    }

    private static NetManager Create(INetEventListener listener) => new(listener) { UnsyncedEvents = true, AutoRecycle = true, IPv6Enabled = false, UpdateTime = 1 };

    private static IOException NoSocket() => new("LiteNetLib cannot open a socket. The process may have too many files open (ulimit -n).");

    private sealed class Server(NetManager manager) : ILevelServer
    {
        public int Port => manager.LocalPort;

        public ValueTask DisposeAsync() => new(Task.Run(manager.Stop));
    }

    private sealed class Client(NetManager manager, NetPeer peer, AnswerSlot slot) : ILevelClient
    {
        public ValueTask RequestAsync(ReadOnlyMemory<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
        {
            var expected = slot.Expect();
            peer.Send(request.Span, DeliveryMethod.ReliableOrdered);
            manager.TriggerUpdate();
            return AnswerSlot.WriteAsync(expected, answer, cancellationToken);
        }

        public ValueTask DisposeAsync() => new(Task.Run(manager.Stop));
    }
}
