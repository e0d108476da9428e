using System.Buffers;
using Genie.Brokers.Links;

namespace Genie.Benchmarks.Drivers.Sockets;

/// <summary>One end of one socket.</summary>
internal sealed class SocketsSession : LinkSession
{
    private readonly Receiver _receive;
    private readonly bool _answers;

    private SocketsSession(LinkTransport transport, LinkOptions options, Receiver receive, bool answers)
        : base(transport, options) => (_receive, _answers) = (receive, answers);

    /// <summary>Takes a frame; the payload stays valid until the task completes.</summary>
    public delegate ValueTask Receiver(SocketsSession session, SocketsFrameKind kind, ulong correlation, ReadOnlySequence<byte> payload);

    /// <inheritdoc/>
    protected override bool HoldsWritesWhileReceiving => _answers;

    /// <summary>Begins to read.</summary>
    /// <param name="transport">The socket.</param>
    /// <param name="options">What it was made with.</param>
    /// <param name="receive">Takes what comes.</param>
    /// <param name="answers">True for the worker's end: the answers to one read leave together.</param>
    public static SocketsSession Start(LinkTransport transport, LinkOptions options, Receiver receive, bool answers)
    {
        var session = new SocketsSession(transport, options, receive, answers);
        session.Start();
        return session;
    }

    /// <inheritdoc/>
    protected override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        var isWhole = SocketsFrame.TryTake(ref buffer, out var kind, out var correlation, out var payload);
        handling = isWhole ? _receive(this, kind, correlation, payload) : default;
        return isWhole;
    }
}
