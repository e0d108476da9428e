using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Quic.Frames;
using Genie.Brokers.Quic.Trust;

namespace Genie.Brokers.Quic.Links;

/// <summary>A client's connection: one QUIC connection at a time, with one stream.</summary>
internal sealed class QuicBrokerConnection : LinkedConnection<QuicClientSession>, IQuicAnswers
{
    private readonly string _channel;
    private readonly int _messageBytesMax;

    public QuicBrokerConnection(string channel, ConnectionOptions connectionOptions, QuicOptions options, LinkOptions link, QuicIdentity identity)
        : base(QuicDrivers.Name, connectionOptions)
    {
        _channel = channel;
        _messageBytesMax = options.MaxMessageBytes;
        Link = new SupervisedLink<QuicClientSession>(link, token => QuicClientSession.OpenAsync(channel, link, options, identity, this, token), OnLost);
    }

    protected override SupervisedLink<QuicClientSession> Link { get; }

    /// <summary>Connects; where nobody listens yet, the connection is there all the same and messages wait for the listener.</summary>
    public override ValueTask OpenAsync(CancellationToken cancellationToken) => Link.ConnectOrSeekAsync(cancellationToken);

    public override ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        WriteAsync(QuicFrameKind.Message, 0, message, FlushBy.Background, cancellationToken);

    protected override ValueTask FlushAsync(QuicClientSession session, CancellationToken cancellationToken) => session.FlushAsync(cancellationToken);

    void IQuicAnswers.Answer(Correlation correlation, in ReadOnlySequence<byte> envelope) => Complete(correlation, envelope);

    void IQuicAnswers.Unroutable(Correlation correlation) => Fail(correlation, new UnroutableException(Broker, _channel));

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        WriteAsync(QuicFrameKind.Request, correlation.ToUInt64(), message, FlushBy.Caller, cancellationToken);

    private ValueTask WriteAsync(QuicFrameKind kind, ulong number, ReadOnlyMemory<byte> message, FlushBy flushBy, CancellationToken cancellationToken)
    {
        if (message.Length > _messageBytesMax) throw new PayloadTooLargeException(Broker, message.Length, _messageBytesMax);
        var frame = new QuicFrame(kind, number, message);
        return Link.TryGet(out var session) ? WriteAsync(session, frame, flushBy, cancellationToken) : WriteWhenRestoredAsync(frame, flushBy, cancellationToken);
    }

    private ValueTask WriteAsync(QuicClientSession session, QuicFrame frame, FlushBy flushBy, CancellationToken cancellationToken)
    {
        var writing = session.Writer.WriteAsync(frame, flushBy, cancellationToken);
        if (frame.Kind == QuicFrameKind.Message) NoteUnconfirmed(session);
        return writing;
    }

    private async ValueTask WriteWhenRestoredAsync(QuicFrame frame, FlushBy flushBy, CancellationToken cancellationToken)
    {
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        await WriteAsync(session, frame, flushBy, cancellationToken).ConfigureAwait(false);
    }
}
