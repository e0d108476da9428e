using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Links;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>One connection after its handshake, of either side: takes messages, answers PING, sends its own.</summary>
internal abstract class ZmtpSession : LinkSession
{
    // PING: time to live in tenths of a second (2 bytes), then up to 16 bytes that the PONG repeats (ZMTP 3.1, "Connection Heartbeating").
    private const int TimeToLiveBytes = 2;

    private readonly Dictionary<ulong, TaskCompletionSource> _flushes = [];
    private readonly ZeroMQOptions _options;
    private ulong _flushed;

    protected ZmtpSession(LinkTransport transport, LinkOptions linkOptions, ZeroMQOptions options, ZmtpPeer peer)
        : base(transport, linkOptions)
    {
        _options = options;
        Peer = peer;
    }

    public ZmtpPeer Peer { get; }

    /// <summary>Completes when the peer has read everything that was sent before; with a peer of ZMTP 3.0, which knows no
    /// PING, when the operating system has it.</summary>
    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        if (!Peer.KnowsPing)
        {
            await Writer.DrainAsync(cancellationToken).ConfigureAwait(false);
            return;
        }

        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var context = new byte[sizeof(ulong)];
        lock (_flushes)
        {
            BinaryPrimitives.WriteUInt64BigEndian(context, ++_flushed);
            _flushes.Add(_flushed, done);
        }

        await WritePingAsync(context, cancellationToken).ConfigureAwait(false);
        var first = await Task.WhenAny(done.Task, Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
        if (first == Ended) throw await Ended.ConfigureAwait(false);
    }

    protected void Start() => Start(Peer.KnowsPing && _options.HeartbeatInterval > TimeSpan.Zero
        ? new LinkHeartbeat(_options.HeartbeatInterval, 3 * _options.HeartbeatInterval) : null);

    protected override ValueTask SendHeartbeatAsync(CancellationToken cancellationToken) => WritePingAsync([], cancellationToken);

    protected override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        var taken = ZmtpMessage.TryTake(ref buffer, _options.MaxMessageBytes + Multiplexing.ReplyEnvelope.HeaderBytes, out var message);
        handling = taken ? message.IsCommand ? OnCommand(ZmtpCommand.Parse(message.First)) : OnMessage(message) : default;
        return taken;
    }

    /// <summary>Takes one message; its bytes stay valid until the task completes.</summary>
    protected abstract ValueTask OnMessage(in ZmtpMessage message);

    private ValueTask OnCommand(ZmtpCommand command)
    {
        switch (command.Name)
        {
            case ZmtpCommand.Ping:
                var context = command.Data.Length > TimeToLiveBytes ? command.Data[TimeToLiveBytes..] : [];
                return Writer.WriteAsync(new BytesFrame(new ZmtpCommand(ZmtpCommand.Pong, context).ToFrame()), FlushBy.Urgent, CancellationToken.None);
            case ZmtpCommand.Pong when command.Data.Length == sizeof(ulong):
                lock (_flushes)
                {
                    if (_flushes.Remove(BinaryPrimitives.ReadUInt64BigEndian(command.Data), out var flush)) flush.SetResult();
                }

                return ValueTask.CompletedTask;
            case ZmtpCommand.Error:
                throw new BrokerException("zeromq: the peer ended the link with an error.", isTransient: true);
            default:
                // Commands of other socket types (SUBSCRIBE, JOIN) mean nothing here.
                return ValueTask.CompletedTask;
        }
    }

    private ValueTask WritePingAsync(byte[] context, CancellationToken cancellationToken)
    {
        var timeToLive = new byte[TimeToLiveBytes];
        BinaryPrimitives.WriteUInt16BigEndian(timeToLive, (ushort)Math.Min(ushort.MaxValue, 3 * _options.HeartbeatInterval.TotalMilliseconds / 100));
        return Writer.WriteAsync(new BytesFrame(new ZmtpCommand(ZmtpCommand.Ping, [.. timeToLive, .. context]).ToFrame()), FlushBy.Urgent, cancellationToken);
    }
}
