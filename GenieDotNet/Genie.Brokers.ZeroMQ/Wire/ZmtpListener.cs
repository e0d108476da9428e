using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>One listener of a channel at an endpoint; several take turns. Its full queue stops the reading of the link that
/// brings more: the receiving high-water mark.</summary>
internal sealed class ZmtpListener(
    ZmtpEndpoint endpoint, string channel, ListenOptions options, MessageHandler handler, Action<IAsyncDisposable> disposed)
    : MessageDispatcher<ZmtpRoute>(options, handler)
{
    public string Channel { get; } = channel;

    public override async ValueTask DisposeAsync()
    {
        disposed(this);
        endpoint.Remove(this);
        await base.DisposeAsync().ConfigureAwait(false);

        // After the handlers' answers: the endpoint closes with its last listener.
        await endpoint.ReleaseAsync(this).ConfigureAwait(false);
    }

    protected override bool WantsReply(in ZmtpRoute route) => route.WantsReply;

    protected override ValueTask ReplyAsync(ZmtpRoute route, ReadOnlyMemory<byte> envelope) =>
        route.Session.Writer.WriteAsync(new ReplyFrames(route.Correlation, envelope), FlushBy.Caller, CancellationToken.None);

    // ZeroMQ has nothing to acknowledge.
    protected override ValueTask SettleAsync(ZmtpRoute route, bool handled) => ValueTask.CompletedTask;
}
