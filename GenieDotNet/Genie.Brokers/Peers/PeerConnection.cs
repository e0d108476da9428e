using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Peers;

/// <summary>A client's connection: one link at a time, made anew when it is lost.</summary>
internal sealed class PeerConnection : LinkedConnection<PeerClientSession>, IPeerAnswers
{
    private readonly string _channel;
    private readonly int _messageBytesMax;

    public PeerConnection(string channel, ConnectionOptions options, LinkOptions link, int messageBytesMax, Func<CancellationToken, ValueTask<LinkTransport>> open)
        : base(link.Broker, options)
    {
        _channel = channel;
        _messageBytesMax = messageBytesMax;
        Link = new SupervisedLink<PeerClientSession>(link, BeginAsync, OnLost);

        async ValueTask<PeerClientSession> BeginAsync(CancellationToken cancellationToken)
        {
            var session = new PeerClientSession(await open(cancellationToken).ConfigureAwait(false), link, messageBytesMax, this);
            session.Run();
            return session;
        }
    }

    protected override SupervisedLink<PeerClientSession> Link { get; }

    /// <summary>Connects; where nobody listens yet, the connection is there all the same and messages wait for the listener.</summary>
    public override ValueTask OpenAsync(CancellationToken cancellationToken) => Link.ConnectOrSeekAsync(cancellationToken);

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        WriteAsync(PeerFrameKind.Message, 0, message, FlushBy.Background, cancellationToken);

    protected override ValueTask FlushAsync(PeerClientSession session, CancellationToken cancellationToken) => session.FlushAsync(cancellationToken);

    void IPeerAnswers.Answer(Correlation correlation, in ReadOnlySequence<byte> envelope) => Complete(correlation, envelope);

    void IPeerAnswers.Unroutable(Correlation correlation) => Fail(correlation, new UnroutableException(Broker, _channel));

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        WriteAsync(PeerFrameKind.Request, correlation.ToUInt64(), message, FlushBy.Caller, cancellationToken);

    private ValueTask WriteAsync(PeerFrameKind kind, ulong number, ReadOnlyMemory<byte> message, FlushBy flushBy, CancellationToken cancellationToken)
    {
        if (message.Length > _messageBytesMax) throw new PayloadTooLargeException(Broker, message.Length, _messageBytesMax);
        var frame = new PeerFrame(kind, number, message);
        return Link.TryGet(out var session) ? WriteAsync(session, frame, flushBy, cancellationToken) : WriteWhenRestoredAsync(frame, flushBy, cancellationToken);
    }

    private ValueTask WriteAsync(PeerClientSession session, PeerFrame frame, FlushBy flushBy, CancellationToken cancellationToken)
    {
        var writing = session.Writer.WriteAsync(frame, flushBy, cancellationToken);
        if (frame.Kind == PeerFrameKind.Message) NoteUnconfirmed(session);
        return writing;
    }

    private async ValueTask WriteWhenRestoredAsync(PeerFrame frame, FlushBy flushBy, CancellationToken cancellationToken)
    {
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        await WriteAsync(session, frame, flushBy, cancellationToken).ConfigureAwait(false);
    }
}
