using System.Buffers;
using System.Runtime.CompilerServices;
using Genie.Brokers.Links;
using Genie.Brokers.Quic.Frames;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.Quic.Links;

/// <summary>The listening side: what it receives are messages for the endpoint's listeners on the link's channel.</summary>
internal sealed class QuicServerSession(LinkTransport transport, LinkOptions link, QuicOptions options, ChannelListeners<QuicBrokerListener> listeners, string channel)
    : QuicSession(transport, link, options.MaxMessageBytes)
{
    // Answers of one read go out together: the handler often ends before the next message is looked at.
    protected override bool HoldsWritesWhileReceiving => true;

    protected override ValueTask OnFrame(QuicFrameKind kind, ulong number, in ReadOnlySequence<byte> body) => kind switch
    {
        QuicFrameKind.Message => Ignoring(listeners.HandOverAsync(channel, body, new QuicRoute(this, 0, WantsReply: false))),
        QuicFrameKind.Request => Refusing(listeners.HandOverAsync(channel, body, new QuicRoute(this, number, WantsReply: true)), number),
        QuicFrameKind.Flush => WriteAsync(QuicFrameKind.Flushed, number, default),
        _ => throw Unknown(kind),
    };

    public ValueTask WriteAsync(QuicFrameKind kind, ulong number, ReadOnlyMemory<byte> body) =>
        Writer.WriteAsync(new QuicFrame(kind, number, body), FlushBy.Caller, CancellationToken.None);

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
        return taken.GetAwaiter().GetResult() ? ValueTask.CompletedTask : WriteAsync(QuicFrameKind.Unroutable, number, default);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask AwaitAsync(ValueTask<bool> taken, ulong number)
    {
        if (!await taken.ConfigureAwait(false)) await WriteAsync(QuicFrameKind.Unroutable, number, default).ConfigureAwait(false);
    }
}
