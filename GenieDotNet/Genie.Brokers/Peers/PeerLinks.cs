using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Peers;

/// <summary>
/// How clients and listeners speak where no server is between them: frames on a link of any transport that keeps order and loses nothing while it lives.
/// A link belongs to one channel, which its opening names.
/// </summary>
/// <param name="link">The system, the address, limits and waits.</param>
/// <param name="messageBytesMax">The largest message of either direction.</param>
public sealed class PeerLinks(LinkOptions link, int messageBytesMax)
{
    internal LinkOptions Options => link;

    internal int MessageBytesMax => messageBytesMax;

    /// <summary>A client's connection, not open yet: one link at a time, made anew when it is lost.</summary>
    /// <param name="channel">The channel.</param>
    /// <param name="options">The connection's.</param>
    /// <param name="open">Opens a link that belongs to the channel; throws the contract's errors.</param>
    public MultiplexedConnection Connect(string channel, ConnectionOptions options, Func<CancellationToken, ValueTask<LinkTransport>> open) =>
        new PeerConnection(channel, options, link, messageBytesMax, open);
}
