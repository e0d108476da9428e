using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>One listener of a channel at a ROUTER.</summary>
internal sealed class NetMQListener(
    NetMQEndpoint endpoint, string channel, ListenOptions options, MessageHandler handler, Func<NetMQListener, ValueTask> disposed)
    : MessageDispatcher<NetMQRoute>(options, handler)
{
    private int _disposed;

    public override async ValueTask DisposeAsync()
    {
        endpoint.Listeners.Remove(channel, this);
        await base.DisposeAsync().ConfigureAwait(false);

        // After the handlers' answers: the endpoint closes with its last listener.
        if (Interlocked.Exchange(ref _disposed, 1) == 0) await disposed(this).ConfigureAwait(false);
    }

    protected override bool WantsReply(in NetMQRoute route) => route.WantsReply;

    protected override ValueTask ReplyAsync(NetMQRoute route, ReadOnlyMemory<byte> envelope)
    {
        endpoint.Answer(route, envelope);
        return ValueTask.CompletedTask;
    }

    protected override ValueTask SettleAsync(NetMQRoute route, bool handled) => ValueTask.CompletedTask;
}
