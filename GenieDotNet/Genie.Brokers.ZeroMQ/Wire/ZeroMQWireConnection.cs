using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>A DEALER, and a PUSH beside it where one-way messages are to leave by one.</summary>
internal sealed class ZeroMQWireConnection : MultiplexedConnection, IZmtpAnswers
{
    private readonly string _channel;
    private readonly byte[] _channelFrame;
    private readonly ZeroMQOptions _options;
    private readonly SupervisedLink<ZmtpClientSession> _dealer;
    private readonly SupervisedLink<ZmtpClientSession>? _push;
    private readonly UnflushedSends _unflushed = new(ZeroMQDrivers.Name);

    public ZeroMQWireConnection(
        string channel, ConnectionOptions connectionOptions, ZeroMQOptions options, LinkOptions linkOptions, ZmtpCredentials? credentials)
        : base(ZeroMQDrivers.Name, connectionOptions)
    {
        _channel = channel;
        _channelFrame = RequestFrames.ChannelFrame(channel);
        _options = options;
        _dealer = Link(ZmtpSocketType.Dealer, OnDealerLost);
        _push = options.OneWay == OneWaySocket.Push ? Link(ZmtpSocketType.Push, _unflushed.Lose) : null;

        SupervisedLink<ZmtpClientSession> Link(string socketType, Action<Exception> lost) => new(
            linkOptions, token => ZmtpClientSession.OpenAsync(socketType, linkOptions, options, credentials, this, token), lost);
    }

    private SupervisedLink<ZmtpClientSession> OneWay => _push ?? _dealer;

    /// <summary>Connects; where nobody is bound yet, the connection is there all the same and messages wait for the listener.</summary>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        await _dealer.ConnectOrSeekAsync(cancellationToken).ConfigureAwait(false);
        if (_push is not null) await _push.ConnectOrSeekAsync(cancellationToken).ConfigureAwait(false);
    }

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        WriteAsync(OneWay, new RequestFrames(null, _channelFrame, message), message.Length, FlushBy.Background, cancellationToken);

    protected override async ValueTask FlushCoreAsync(CancellationToken cancellationToken)
    {
        var session = await OneWay.GetAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        await _unflushed.FlushAsync(session.FlushAsync, cancellationToken).ConfigureAwait(false);
    }

    void IZmtpAnswers.Answer(Correlation correlation, in ReadOnlySequence<byte> envelope) => Complete(correlation, envelope);

    void IZmtpAnswers.Unroutable(Correlation correlation) => Fail(correlation, new UnroutableException(Broker, _channel));

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        WriteAsync(_dealer, new RequestFrames(correlation, _channelFrame, message), message.Length, FlushBy.Caller, cancellationToken);

    protected override async ValueTask DisposeCoreAsync()
    {
        await _dealer.DisposeAsync().ConfigureAwait(false);
        if (_push is not null) await _push.DisposeAsync().ConfigureAwait(false);
    }

    private void OnDealerLost(Exception cause)
    {
        if (_push is null) _unflushed.Lose(cause);
        FailAll(cause);
    }

    private ValueTask WriteAsync(
        SupervisedLink<ZmtpClientSession> link, in RequestFrames frames, int payloadBytes, FlushBy flushBy, CancellationToken cancellationToken)
    {
        if (payloadBytes > _options.MaxMessageBytes) throw new PayloadTooLargeException(Broker, payloadBytes, _options.MaxMessageBytes);
        return link.TryGet(out var session)
            ? WriteAsync(session, frames, flushBy, cancellationToken)
            : WriteWhenRestoredAsync(link, frames, flushBy, cancellationToken);
    }

    private ValueTask WriteAsync(ZmtpClientSession session, in RequestFrames frames, FlushBy flushBy, CancellationToken cancellationToken)
    {
        var writing = session.Writer.WriteAsync(frames, flushBy, cancellationToken);
        if (!frames.IsRequest) _unflushed.Add(session.Ended);
        return writing;
    }

    private async ValueTask WriteWhenRestoredAsync(
        SupervisedLink<ZmtpClientSession> link, RequestFrames frames, FlushBy flushBy, CancellationToken cancellationToken)
    {
        var session = await link.GetAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        await WriteAsync(session, frames, flushBy, cancellationToken).ConfigureAwait(false);
    }
}
