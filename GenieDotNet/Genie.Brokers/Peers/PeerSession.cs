using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Peers;

/// <summary>One link between two peers, of either side. Signs of life are the transport's own.</summary>
internal abstract class PeerSession(LinkTransport transport, LinkOptions options, int messageBytesMax) : LinkSession(transport, options)
{
    /// <summary>Begins reading.</summary>
    public void Run() => Start();

    protected sealed override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        var taken = PeerFrame.TryTake(Options.Broker, ref buffer, messageBytesMax + ReplyEnvelope.HeaderBytes, out var kind, out var number, out var body);
        handling = taken ? OnFrame(kind, number, body) : default;
        return taken;
    }

    /// <summary>Takes one frame; its bytes stay valid until the task completes.</summary>
    protected abstract ValueTask OnFrame(PeerFrameKind kind, ulong number, in ReadOnlySequence<byte> body);

    protected BrokerException Unknown(PeerFrameKind kind) =>
        new($"{Options.Broker}: a frame of kind {(byte)kind}, which this side does not take: the peer is no Genie of this version.", isTransient: true);
}
