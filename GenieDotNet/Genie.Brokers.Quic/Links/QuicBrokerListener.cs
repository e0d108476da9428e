using Genie.Brokers.Quic.Frames;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.Quic.Links;

/// <summary>A listener at a QUIC endpoint.</summary>
internal sealed class QuicBrokerListener(
    ChannelListeners<QuicBrokerListener> listeners, string channel, int messageBytesMax, ListenOptions options, MessageHandler handler, Func<ValueTask> release)
    : EndpointListener<QuicBrokerListener, QuicRoute>(QuicDrivers.Name, listeners, channel, messageBytesMax, options, handler, release)
{
    protected override bool WantsReply(in QuicRoute route) => route.WantsReply;

    protected override ValueTask ReplyAsync(QuicRoute route, ReadOnlyMemory<byte> envelope) => route.Session.WriteAsync(QuicFrameKind.Answer, route.Correlation, envelope);
}
