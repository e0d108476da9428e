using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Text;
using Genie.Brokers.Multiplexing;
using NetMQ;
using NetMQ.Sockets;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>A DEALER. Callers wait while as many messages as may be in flight were not taken by the socket.</summary>
internal sealed class NetMQConnection : MultiplexedConnection
{
    // No table of pending requests is as large.
    private const uint FlushSlot = uint.MaxValue;

    private static readonly byte[] NoChannel = [];
    private readonly ConcurrentDictionary<uint, TaskCompletionSource> _flushing = new();
    private readonly string _channel;
    private readonly byte[] _channelFrame;
    private readonly ZeroMQOptions _options;
    private readonly Action<IAsyncDisposable> _disposed;
    private readonly SemaphoreSlim _room;
    private readonly Action _taken;
    private readonly NetMQPump _pump;
    private uint _flushes;

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

    public override ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => QueueAsync(message, [], _channelFrame, cancellationToken);

    /// <summary>
    /// NetMQ does not say when bytes have left. A message to a channel without a name is answered by the listener's side
    /// in its turn, when everything sent before has been read there.
    /// </summary>
    public override async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        var flushed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var correlation = new Correlation(FlushSlot, Interlocked.Increment(ref _flushes));
        _flushing[correlation.Generation] = flushed;
        try
        {
            await QueueAsync(default, Key(correlation), NoChannel, cancellationToken).ConfigureAwait(false);
            await flushed.Task.WaitAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new RequestTimeoutException(Broker, Options.RequestTimeout);
        }
        finally
        {
            _flushing.TryRemove(correlation.Generation, out _);
        }
    }

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        QueueAsync(message, Key(correlation), _channelFrame, cancellationToken);

    protected override async ValueTask DisposeCoreAsync()
    {
        _disposed(this);
        await _pump.DisposeAsync().ConfigureAwait(false);
    }

    private static byte[] Key(Correlation correlation)
    {
        var key = new byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64BigEndian(key, correlation.ToUInt64());
        return key;
    }

    private async ValueTask QueueAsync(ReadOnlyMemory<byte> message, byte[] correlation, byte[] channelFrame, CancellationToken cancellationToken)
    {
        if (message.Length > _options.MaxMessageBytes) throw new PayloadTooLargeException(Broker, message.Length, _options.MaxMessageBytes);
        await _room.WaitAsync(cancellationToken).ConfigureAwait(false);
        var frames = new NetMQMessage(3);
        frames.Append(correlation);
        frames.Append(channelFrame);
        frames.Append(message.ToArray());
        _pump.Send(frames, _taken);
    }

    private void OnAnswer(NetMQMessage message)
    {
        if (message.FrameCount is not (1 or 2) || message[0].MessageSize != sizeof(ulong)) return;
        var correlation = Correlation.FromUInt64(BinaryPrimitives.ReadUInt64BigEndian(message[0].Buffer));
        if (correlation.Slot == FlushSlot)
        {
            if (_flushing.TryRemove(correlation.Generation, out var flushed)) flushed.SetResult();
        }
        else if (message.FrameCount == 1)
        {
            Fail(correlation, new UnroutableException(Broker, _channel));
        }
        else
        {
            Complete(correlation, message[1].Buffer.AsSpan(0, message[1].MessageSize));
        }
    }
}
