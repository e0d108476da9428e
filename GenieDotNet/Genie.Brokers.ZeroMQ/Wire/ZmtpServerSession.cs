using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Genie.Brokers.Links;
using Genie.Brokers.Sharing;
using Genie.Brokers.ZeroMQ.Sharing;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>The accepting side: what it receives are requests and one-way messages for the endpoint's listeners.</summary>
internal sealed class ZmtpServerSession : ZmtpSession
{
    private readonly ChannelListeners<ZmtpListener> _listeners;
    private readonly ChannelNames _channels = new();

    private ZmtpServerSession(LinkTransport transport, LinkOptions linkOptions, ZeroMQOptions options, ZmtpPeer peer, ChannelListeners<ZmtpListener> listeners)
        : base(transport, linkOptions, options, peer)
    {
        _listeners = listeners;
    }

    // Answers of one read go out together: the handler often ends before the next message is looked at.
    protected override bool HoldsWritesWhileReceiving => true;

    public static async ValueTask<ZmtpServerSession> OpenAsync(
        LinkTransport transport, LinkOptions linkOptions, ZeroMQOptions options, ZmtpCredentials? credentials, ChannelListeners<ZmtpListener> listeners, CancellationToken cancellationToken)
    {
        var peer = await ZmtpHandshake.AsServerAsync(transport, credentials, cancellationToken).ConfigureAwait(false);
        return new ZmtpServerSession(transport, linkOptions, options, peer, listeners);
    }

    /// <summary>Begins reading.</summary>
    public void Run() => Start();

    protected override ValueTask OnMessage(in ZmtpMessage message)
    {
        if (message.Frames != ZmtpMessage.FramesMax || message.First.Length is not (0 or sizeof(ulong)))
            throw new BrokerException($"zeromq: a message of {message.Frames} frames, the first of {message.First.Length} bytes; {ZmtpMessage.Shape}.", isTransient: true);
        var wantsReply = message.First.Length > 0;
        Span<byte> correlation = stackalloc byte[sizeof(ulong)];
        message.First.CopyTo(correlation);
        var route = new ZmtpRoute(this, wantsReply ? BinaryPrimitives.ReadUInt64BigEndian(correlation) : 0, wantsReply);
        return HandOver(message.Third, _channels.Name(message.Second), route);
    }

    private ValueTask HandOver(in ReadOnlySequence<byte> payload, string channel, ZmtpRoute route)
    {
        if (_listeners.Next(channel) is not { } listener)
            return route.WantsReply ? Writer.WriteAsync(new ReplyFrames(route.Correlation, null), FlushBy.Caller, CancellationToken.None) : ValueTask.CompletedTask;
        var taken = listener.DispatchAsync(payload, route);
        return taken.IsCompletedSuccessfully ? taken : HandOverSlowlyAsync(taken, payload, channel, route);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask HandOverSlowlyAsync(ValueTask taken, ReadOnlySequence<byte> payload, string channel, ZmtpRoute route)
    {
        try
        {
            await taken.ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            // That listener ended meanwhile and did not take it: another takes it.
            await HandOver(payload, channel, route).ConfigureAwait(false);
        }
    }
}
