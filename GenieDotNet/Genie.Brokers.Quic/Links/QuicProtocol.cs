using System.Net.Quic;
using Genie.Brokers.Links;
using Genie.Rpc.Quic;

namespace Genie.Brokers.Quic.Links;

/// <summary>What both sides agree on: a link is one raw call of Genie.Rpc.Quic, whose stream carries frames in both directions.</summary>
internal static class QuicProtocol
{
    /// <summary>The protocol's name in the TLS handshake.</summary>
    public const string Name = "genie-broker/1";

    /// <summary>The raw function that is a link.</summary>
    public const ushort LinkFunction = 0;

    /// <summary>The metadata that names the link's channel.</summary>
    public const string ChannelKey = "channel";

    // Both sides have ended, or neither cares for the other's rest.
    private const long AbortCode = 0;

    /// <summary>Takes over a link's stream.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="options">Where it leads.</param>
    /// <param name="releaseAsync">Closes the connection under it, where it is the link's alone.</param>
    public static LinkTransport Transport(QuicStream stream, LinkOptions options, Func<ValueTask>? releaseAsync) =>
        LinkTransport.Over(stream, options, new LinkEnding(() => CompleteWrites(stream), () => Abort(stream), releaseAsync));

    /// <summary>The contract's error for what Genie.Rpc.Quic reports while a link is opened.</summary>
    public static BrokerException ErrorOf(QuicRpcException error, LinkOptions link) => error.Code switch
    {
        QuicRpcErrorCode.Unauthenticated => new BrokerTlsException(link.Broker, link.Host, link.Port, error.Message.TrimEnd('.'), error),
        QuicRpcErrorCode.Unavailable or QuicRpcErrorCode.DeadlineExceeded => new BrokerUnreachableException(link.Broker, link.Host, link.Port, error),
        _ => new LinkLostException(link.Broker, $"while it was set up: {error.Message.TrimEnd('.')}", error),
    };

    private static void CompleteWrites(QuicStream stream)
    {
        try
        {
            stream.CompleteWrites();
        }
        catch (Exception error) when (error is QuicException or ObjectDisposedException or InvalidOperationException)
        {
            // The peer was first.
        }
    }

    private static void Abort(QuicStream stream)
    {
        try
        {
            stream.Abort(QuicAbortDirection.Both, AbortCode);
        }
        catch (Exception error) when (error is QuicException or ObjectDisposedException)
        {
            // Likewise.
        }
    }
}
