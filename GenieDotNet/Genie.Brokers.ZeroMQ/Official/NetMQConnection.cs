using System.Text;
using System.Threading.Channels;
using Genie.Brokers.Multiplexing;
using NetMQ;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>A DEALER.</summary>
internal sealed class NetMQConnection : MultiplexedConnection
{
    private static readonly byte[] NoChannel = [];

    private readonly FlushMarks _marks;
    private readonly string _channel;
    private readonly byte[] _channelFrame;
    private readonly ZeroMQOptions _options;
    private readonly NetMQPump _pump;

    public NetMQConnection(
        string channel, ConnectionOptions connectionOptions, ZeroMQOptions options, NetMQSocket socket)
        : base(ZeroMQDrivers.Name, connectionOptions)
    {
        _channel = channel;
        _channelFrame = Encoding.ASCII.GetBytes(channel);
        _options = options;
        _marks = new FlushMarks(Broker, connectionOptions.RequestTimeout);
        _pump = new NetMQPump(socket, connectionOptions.MaxInFlight, OnAnswer);
        _pump.Start(OnDisconnected);
    }

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        QueueAsync(message, null, _channelFrame, cancellationToken);

    /// <summary>
    /// NetMQ does not say when bytes have left. A message to a channel without a name is answered by the listener's side
    /// once everything sent before has been read there.
    /// </summary>
    protected override ValueTask FlushCoreAsync(CancellationToken cancellationToken) =>
        _marks.FlushAsync((mark, token) => QueueAsync(default, mark, NoChannel, token), cancellationToken);

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        QueueAsync(message, correlation, _channelFrame, cancellationToken);

    protected override async ValueTask DisposeCoreAsync()
    {
        _marks.FailAll(new ObjectDisposedException(nameof(IBrokerConnection)));
        await _pump.DisposeAsync().ConfigureAwait(false);
    }

    private ValueTask QueueAsync(ReadOnlyMemory<byte> message, Correlation? correlation, byte[] channelFrame, CancellationToken cancellationToken)
    {
        if (message.Length > _options.MaxMessageBytes) throw new PayloadTooLargeException(Broker, message.Length, _options.MaxMessageBytes);
        var outgoing = new NetMQOutgoing(null, correlation?.ToUInt64(), channelFrame, message.ToArray(), null);
        if (_pump.TrySend(outgoing)) return ValueTask.CompletedTask;
        return correlation is null ? WaitForRoomAsync(outgoing, cancellationToken) : WaitForRoomInTimeAsync(outgoing, cancellationToken);
    }

    private ValueTask WaitForRoomInTimeAsync(NetMQOutgoing message, CancellationToken cancellationToken) =>
        WithinTimeoutAsync(token => WaitForRoomAsync(message, token), cancellationToken);

    private async ValueTask WaitForRoomAsync(NetMQOutgoing message, CancellationToken cancellationToken)
    {
        try
        {
            await _pump.SendAsync(message, cancellationToken).ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            throw new ObjectDisposedException(nameof(IBrokerConnection));
        }
    }

    private ValueTask OnAnswer(NetMQFrames frames)
    {
        if (frames.Count is 1 or 2 && frames.TryReadCorrelation(0, out var number) && number is { } present) Answer(Correlation.FromUInt64(present), frames);
        return ValueTask.CompletedTask;
    }

    private void Answer(Correlation correlation, NetMQFrames frames)
    {
        if (_marks.TryComplete(correlation)) return;
        if (frames.Count == 1) Fail(correlation, new UnroutableException(Broker, _channel));
        else Complete(correlation, frames[1].Span);
    }

    private void OnDisconnected()
    {
        var error = new LinkLostException(Broker, "the listener's side closed it");
        FailAll(error);
        _marks.FailAll(error);
    }
}
