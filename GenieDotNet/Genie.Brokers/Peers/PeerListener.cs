using Genie.Brokers.Sharing;

namespace Genie.Brokers.Peers;

/// <summary>A listener at an endpoint.</summary>
internal sealed class PeerListener(
    string broker, ChannelListeners<PeerListener> listeners, string channel, int messageBytesMax, ListenOptions options, MessageHandler handler, Func<ValueTask> release)
    : EndpointListener<PeerListener, PeerRoute>(broker, listeners, channel, messageBytesMax, options, handler, release)
{
    protected override bool WantsReply(in PeerRoute route) => route.WantsReply;

    protected override ValueTask ReplyAsync(PeerRoute route, ReadOnlyMemory<byte> envelope) => route.Session.WriteAsync(PeerFrameKind.Answer, route.Correlation, envelope);
}
