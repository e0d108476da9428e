using System.Buffers;
using System.Runtime.CompilerServices;
using Genie.Brokers.Links;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.Peers;

/// <summary>The listening side: what it receives are messages for the endpoint's listeners on the link's channel.</summary>
internal sealed class PeerServerSession(LinkTransport transport, LinkOptions link, int messageBytesMax, ChannelListeners<PeerListener> listeners, string channel)
    : PeerSession(transport, link, messageBytesMax)
{
    // Answers of one read go out together: the handler often ends before the next message is looked at.
    protected override bool HoldsWritesWhileReceiving => true;

    protected override ValueTask OnFrame(PeerFrameKind kind, ulong number, in ReadOnlySequence<byte> body) => kind switch
    {
        PeerFrameKind.Message => Ignoring(listeners.HandOverAsync(channel, body, new PeerRoute(this, 0, WantsReply: false))),
        PeerFrameKind.Request => Refusing(listeners.HandOverAsync(channel, body, new PeerRoute(this, number, WantsReply: true)), number),
        PeerFrameKind.Flush => WriteAsync(PeerFrameKind.Flushed, number, default),
        _ => throw Unknown(kind),
    };

    public ValueTask WriteAsync(PeerFrameKind kind, ulong number, ReadOnlyMemory<byte> body) =>
        Writer.WriteAsync(new PeerFrame(kind, number, body), FlushBy.Caller, CancellationToken.None);

    private static ValueTask Ignoring(ValueTask<bool> taken)
    {
        if (!taken.IsCompletedSuccessfully) return AwaitAsync(taken);
        taken.GetAwaiter().GetResult();
        return ValueTask.CompletedTask;

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        static async ValueTask AwaitAsync(ValueTask<bool> taken) => await taken.ConfigureAwait(false);
    }

    private ValueTask Refusing(ValueTask<bool> taken, ulong number)
    {
        if (!taken.IsCompletedSuccessfully) return AwaitAsync(taken, number);
        return taken.GetAwaiter().GetResult() ? ValueTask.CompletedTask : WriteAsync(PeerFrameKind.Unroutable, number, default);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask AwaitAsync(ValueTask<bool> taken, ulong number)
    {
        if (!await taken.ConfigureAwait(false)) await WriteAsync(PeerFrameKind.Unroutable, number, default).ConfigureAwait(false);
    }
}
