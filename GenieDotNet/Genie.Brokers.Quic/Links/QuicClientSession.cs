using System.Buffers;
using System.Net;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Quic.Frames;
using Genie.Brokers.Quic.Trust;
using Genie.Rpc.Quic;

namespace Genie.Brokers.Quic.Links;

/// <summary>The connecting side: what it receives are answers. Each session has a QUIC connection of its own.</summary>
internal sealed class QuicClientSession : QuicSession
{
    // A client has nothing to be called for.
    private static readonly QuicRpcService<QuicClientSession?> Caller = new();

    private readonly IQuicAnswers _answers;
    private readonly Dictionary<ulong, TaskCompletionSource> _flushes = [];
    private ulong _flushed;

    private QuicClientSession(LinkTransport transport, LinkOptions link, QuicOptions options, IQuicAnswers answers)
        : base(transport, link, options.MaxMessageBytes) => _answers = answers;

    /// <exception cref="BrokerUnreachableException">Nobody listens there.</exception>
    /// <exception cref="BrokerTlsException">One side does not trust the other.</exception>
    public static async ValueTask<QuicClientSession> OpenAsync(
        string channel, LinkOptions link, QuicOptions options, QuicIdentity identity, IQuicAnswers answers, CancellationToken cancellationToken)
    {
        try
        {
            var connection = await QuicRpcConnection.ConnectAsync(ConnectOptions(link, options, identity), Caller, null, cancellationToken).ConfigureAwait(false);
            try
            {
                var call = new QuicRpcCallOptions(options.ConnectTimeout, new QuicRpcMetadata(new KeyValuePair<string, string>(QuicProtocol.ChannelKey, channel)));
                var stream = await connection.Caller.With(call).InvokeStreamingAsync(QuicProtocol.LinkFunction, cancellationToken).ConfigureAwait(false);
                var session = new QuicClientSession(QuicProtocol.Transport(stream, link, connection.DisposeAsync), link, options, answers);
                session.Run();
                return session;
            }
            catch
            {
                await connection.DisposeAsync().ConfigureAwait(false);
                throw;
            }
        }
        catch (QuicRpcException error)
        {
            throw QuicProtocol.ErrorOf(error, link);
        }
    }

    /// <summary>Completes when the listener's side has taken everything that was sent before.</summary>
    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        ulong number;
        lock (_flushes)
        {
            number = ++_flushed;
            _flushes.Add(number, done);
        }

        try
        {
            await Writer.WriteAsync(new QuicFrame(QuicFrameKind.Flush, number, default), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
            var first = await Task.WhenAny(done.Task, Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
            if (first == Ended) throw BrokerException.ForAnother(await Ended.ConfigureAwait(false));
        }
        finally
        {
            lock (_flushes) _flushes.Remove(number);
        }
    }

    protected override ValueTask OnFrame(QuicFrameKind kind, ulong number, in ReadOnlySequence<byte> body)
    {
        switch (kind)
        {
            case QuicFrameKind.Answer:
                _answers.Answer(Correlation.FromUInt64(number), body);
                break;
            case QuicFrameKind.Unroutable:
                _answers.Unroutable(Correlation.FromUInt64(number));
                break;
            case QuicFrameKind.Flushed:
                lock (_flushes) _flushes.GetValueOrDefault(number)?.TrySetResult();
                break;
            default:
                throw Unknown(kind);
        }

        return ValueTask.CompletedTask;
    }

    private static QuicRpcConnectOptions ConnectOptions(LinkOptions link, QuicOptions options, QuicIdentity identity) => new()
    {
        EndPoint = IPAddress.TryParse(link.Host, out var address) ? new IPEndPoint(address, link.Port) : new DnsEndPoint(link.Host, link.Port),
        TargetHost = options.TlsServerName.Length > 0 ? options.TlsServerName : null,
        Trust = identity.Trust,
        Certificate = identity.Certificate,
        ApplicationProtocol = QuicProtocol.Name,
        MaxStreams = 0,
        ConnectTimeout = options.ConnectTimeout,
        KeepAliveInterval = options.HeartbeatInterval,
        IdleTimeout = 3 * options.HeartbeatInterval,
    };
}
