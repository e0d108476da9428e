using System.Buffers.Binary;
using System.Text;
using Genie.Brokers.Multiplexing;
using NetMQ;
using NetMQ.Sockets;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>A DEALER. Callers wait while as many messages as may be in flight were not taken by the socket.</summary>
internal sealed class NetMQConnection : MultiplexedConnection
{
    private readonly string _channel;
    private readonly byte[] _channelFrame;
    private readonly ZeroMQOptions _options;
    private readonly Action<IAsyncDisposable> _disposed;
    private readonly SemaphoreSlim _room;
    private readonly Action _taken;
    private readonly NetMQPump _pump;

    public NetMQConnection(
        string channel, ConnectionOptions connectionOptions, ZeroMQOptions options, string address, Action<IAsyncDisposable> disposed)
        : base(ZeroMQDrivers.Name, connectionOptions)
    {
        _channel = channel;
        _channelFrame = Encoding.ASCII.GetBytes(channel);
        _options = options;
        _disposed = disposed;
        _room = new SemaphoreSlim(connectionOptions.MaxInFlight);
        _taken = () => _room.Release();
        var socket = new DealerSocket();
        socket.Options.Linger = TimeSpan.FromSeconds(5);
        socket.Options.MaxMsgSize = options.MaxMessageBytes + ReplyEnvelope.HeaderBytes;
        socket.Options.ReconnectInterval = TimeSpan.FromMilliseconds(50);
        socket.Options.ReconnectIntervalMax = TimeSpan.FromSeconds(2);
        socket.Connect(address);
        _pump = new NetMQPump(socket, OnAnswer);
    }

    public override ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => QueueAsync(message, [], cancellationToken);

    public override ValueTask FlushAsync(CancellationToken cancellationToken) => new(_pump.FlushAsync(cancellationToken));

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var key = new byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64BigEndian(key, correlation.ToUInt64());
        return QueueAsync(message, key, cancellationToken);
    }

    protected override async ValueTask DisposeCoreAsync()
    {
        _disposed(this);
        await _pump.DisposeAsync().ConfigureAwait(false);
    }

    private async ValueTask QueueAsync(ReadOnlyMemory<byte> message, byte[] correlation, CancellationToken cancellationToken)
    {
        if (message.Length > _options.MaxMessageBytes) throw new PayloadTooLargeException(Broker, message.Length, _options.MaxMessageBytes);
        await _room.WaitAsync(cancellationToken).ConfigureAwait(false);
        var frames = new NetMQMessage(3);
        frames.Append(correlation);
        frames.Append(_channelFrame);
        frames.Append(message.ToArray());
        _pump.Send(frames, _taken);
    }

    private void OnAnswer(NetMQMessage message)
    {
        if (message.FrameCount == 0 || message[0].MessageSize != sizeof(ulong)) return;
        var correlation = Correlation.FromUInt64(BinaryPrimitives.ReadUInt64BigEndian(message[0].Buffer));
        if (message.FrameCount == 1) Fail(correlation, new UnroutableException(Broker, _channel));
        else Complete(correlation, message[1].Buffer.AsSpan(0, message[1].MessageSize));
    }
}
