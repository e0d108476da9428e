using Genie.Brokers.Links;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>A listener at a ZMTP endpoint. Where its full queue stops the reading is the receiving high-water mark.</summary>
internal sealed class ZmtpListener(
    ChannelListeners<ZmtpListener> listeners, string channel, int messageBytesMax, ListenOptions options, MessageHandler handler, Func<ValueTask> release)
    : EndpointListener<ZmtpListener, ZmtpRoute>(ZeroMQDrivers.Name, listeners, channel, messageBytesMax, options, handler, release)
{
    protected override bool WantsReply(in ZmtpRoute route) => route.WantsReply;

    protected override ValueTask ReplyAsync(ZmtpRoute route, ReadOnlyMemory<byte> envelope) =>
        route.Session.Writer.WriteAsync(new ReplyFrames(route.Correlation, envelope), FlushBy.Caller, CancellationToken.None);
}
