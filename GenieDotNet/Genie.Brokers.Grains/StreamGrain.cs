using System.Buffers;
using System.Runtime.CompilerServices;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Sharing;
using Genie.Grains;

namespace Genie.Brokers.Grains;

/// <summary>One stream of a channel: hands each message to the next listener, and waits until that has taken or handled it.</summary>
/// <param name="listeners">Those of every channel.</param>
internal sealed class StreamGrain(ChannelListeners<GrainsListener> listeners) : Grain<GrainMessage, bool>
{
    protected override ValueTask<bool> HandleAsync(GrainMessage message, GrainCall call)
    {
        var taken = listeners.HandOverAsync(message.Channel, new ReadOnlySequence<byte>(message.Bytes, 0, message.Length), message.Route);
        return taken.IsCompletedSuccessfully ? ValueTask.FromResult(Return(message, taken.Result)) : AwaitAsync(taken, message);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<bool> AwaitAsync(ValueTask<bool> taken, GrainMessage message) => Return(message, await taken.ConfigureAwait(false));

    private static bool Return(in GrainMessage message, bool isTaken)
    {
        if (!isTaken) message.Route.Sender?.FailUnroutable(message.Route.Correlation, message.Channel);
        MessageBuffers.Return(message.Bytes);
        return isTaken;
    }
}
