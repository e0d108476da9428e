using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Quic.Frames;

namespace Genie.Brokers.Quic.Links;

/// <summary>One link, of either side. Signs of life are QUIC's own.</summary>
internal abstract class QuicSession(LinkTransport transport, LinkOptions options, int messageBytesMax) : LinkSession(transport, options)
{
    /// <summary>Begins reading.</summary>
    public void Run() => Start();

    protected sealed override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        var taken = QuicFrame.TryTake(ref buffer, messageBytesMax + ReplyEnvelope.HeaderBytes, out var kind, out var number, out var body);
        handling = taken ? OnFrame(kind, number, body) : default;
        return taken;
    }

    /// <summary>Takes one frame; its bytes stay valid until the task completes.</summary>
    protected abstract ValueTask OnFrame(QuicFrameKind kind, ulong number, in ReadOnlySequence<byte> body);

    protected static BrokerException Unknown(QuicFrameKind kind) =>
        new($"quic: a frame of kind {(byte)kind}, which this side does not take: the peer is no Genie of this version.", isTransient: true);
}
