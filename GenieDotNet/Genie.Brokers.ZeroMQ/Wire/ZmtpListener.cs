using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>One listener of a channel at an endpoint; several take turns.</summary>
internal sealed class ZmtpListener : MessageDispatcher<ZmtpRoute>
{
    private readonly ZmtpEndpoint _endpoint;
    private readonly Action<IAsyncDisposable> _disposed;

    // Several links may bring messages at once; a handler that runs on their threads must still run alone.
    private readonly SemaphoreSlim? _turn;

    public ZmtpListener(ZmtpEndpoint endpoint, string channel, ListenOptions options, MessageHandler handler, Action<IAsyncDisposable> disposed)
        : base(options, handler)
    {
        _endpoint = endpoint;
        _disposed = disposed;
        Channel = channel;
        _turn = options.InlineHandler ? new SemaphoreSlim(1, 1) : null;
    }

    public string Channel { get; }

    /// <summary>Hands a message over; waits while the queue is full, which stops the link's reading: the receiving high-water mark.</summary>
    public ValueTask TakeAsync(in ReadOnlySequence<byte> message, ZmtpRoute route)
    {
        if (_turn is null) return DispatchAsync(message, route);
        if (!_turn.Wait(0)) return TakeInTurnAsync(message, route);
        var handling = DispatchAsync(message, route);
        if (!handling.IsCompletedSuccessfully) return ReleaseAfterAsync(handling);
        handling.GetAwaiter().GetResult();
        _turn.Release();
        return ValueTask.CompletedTask;
    }

    public override async ValueTask DisposeAsync()
    {
        _disposed(this);
        _endpoint.Remove(this);
        await base.DisposeAsync().ConfigureAwait(false);

        // After the handlers' answers: the endpoint may close with its last listener.
        await _endpoint.ReleaseAsync(this).ConfigureAwait(false);
    }

    protected override bool WantsReply(in ZmtpRoute route) => route.WantsReply;

    protected override ValueTask ReplyAsync(ZmtpRoute route, ReadOnlyMemory<byte> envelope) =>
        route.Session.Writer.WriteAsync(new ReplyFrames(route.Correlation, envelope), FlushBy.Caller, CancellationToken.None);

    // ZeroMQ has nothing to acknowledge.
    protected override ValueTask SettleAsync(ZmtpRoute route, bool handled) => ValueTask.CompletedTask;

    private async ValueTask TakeInTurnAsync(ReadOnlySequence<byte> message, ZmtpRoute route)
    {
        await _turn!.WaitAsync().ConfigureAwait(false);
        await ReleaseAfterAsync(DispatchAsync(message, route)).ConfigureAwait(false);
    }

    private async ValueTask ReleaseAfterAsync(ValueTask handling)
    {
        try
        {
            await handling.ConfigureAwait(false);
        }
        finally
        {
            _turn!.Release();
        }
    }
}
