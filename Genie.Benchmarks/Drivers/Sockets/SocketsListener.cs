using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;
using Genie.Brokers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Benchmarks.Drivers.Sockets;

/// <summary>Where an answer goes.</summary>
internal readonly record struct SocketsRoute(SocketsSession Session, SocketsFrameKind Kind, ulong Correlation);

/// <summary>The worker's end: accepts sockets, handles what comes by them.</summary>
internal sealed class SocketsListener : MessageDispatcher<SocketsRoute>
{
    private static readonly byte[] Failed = [1];

    private readonly LinkOptions _link;
    private readonly Socket _socket;
    private readonly ConcurrentDictionary<SocketsSession, bool> _sessions = new();
    private readonly Task _accepting;

    /// <summary>Listens.</summary>
    /// <exception cref="CannotBindException">Somebody else has the port.</exception>
    public SocketsListener(LinkOptions link, ListenOptions options, MessageHandler handler)
        : base(options, handler)
    {
        _link = link;
        _socket = Bind(link);
        _accepting = Task.Run(AcceptAsync);
    }

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => new(SocketsDriver.Name, SocketsFrame.PayloadBytesMax);

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        _socket.Dispose();
        await _accepting.ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
        await Task.WhenAll(_sessions.Keys.Select(session => session.CloseAsync(_link.CloseTimeout).AsTask())).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override bool WantsReply(in SocketsRoute route) => route.Kind == SocketsFrameKind.Request;

    /// <inheritdoc/>
    protected override ValueTask ReplyAsync(SocketsRoute route, ReadOnlyMemory<byte> envelope) =>
        route.Session.Writer.WriteAsync(new SocketsFrame(SocketsFrameKind.Request, route.Correlation, envelope), FlushBy.Caller, CancellationToken.None);

    /// <inheritdoc/>
    protected override ValueTask SettleAsync(SocketsRoute route, bool handled) => route.Kind != SocketsFrameKind.Confirm
        ? ValueTask.CompletedTask
        : route.Session.Writer.WriteAsync(new SocketsFrame(SocketsFrameKind.Confirm, route.Correlation, handled ? default : Failed), FlushBy.Background, CancellationToken.None);

    private static Socket Bind(LinkOptions link)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.TryParse(link.Host, out var literal) ? literal : Dns.GetHostAddresses(link.Host)[0], link.Port));
            socket.Listen();
            return socket;
        }
        catch (SocketException error)
        {
            socket.Dispose();
            throw new CannotBindException(SocketsDriver.Name, link.Host, link.Port, error.SocketErrorCode.ToString(), error);
        }
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var session = SocketsSession.Start(LinkTransport.Over(await _socket.AcceptAsync().ConfigureAwait(false), _link), _link, Receive, answers: true);
                _sessions[session] = true;
                _ = RemoveAtEndAsync(session);
            }
        }
        catch (Exception error) when (error is SocketException or ObjectDisposedException)
        {
            // The listener is being closed.
        }
    }

    private async Task RemoveAtEndAsync(SocketsSession session)
    {
        await session.Ended.ConfigureAwait(false);
        _sessions.TryRemove(session, out _);
        await session.DisposeAsync().ConfigureAwait(false);
    }

    private ValueTask Receive(SocketsSession session, SocketsFrameKind kind, ulong correlation, System.Buffers.ReadOnlySequence<byte> payload)
    {
        try
        {
            return DispatchAsync(payload, new SocketsRoute(session, kind, correlation));
        }
        catch (ChannelClosedException)
        {
            throw new LinkLostException(SocketsDriver.Name, "the worker has closed");
        }
    }
}
