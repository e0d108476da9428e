using System.Buffers;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
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
        ValueTask taken;
        try
        {
            if (listeners.Next(message.Channel) is not { } listener)
            {
                Return(message);
                return ValueTask.FromResult(false);
            }

            taken = listener.DispatchAsync(new ReadOnlySequence<byte>(message.Bytes, 0, message.Length), message.Route);
        }
        catch (ChannelClosedException)
        {
            return HandleAsync(message, call);
        }

        if (!taken.IsCompletedSuccessfully) return AwaitAsync(taken, message, call);
        taken.GetAwaiter().GetResult();
        MessageBuffers.Return(message.Bytes);
        return ValueTask.FromResult(true);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> AwaitAsync(ValueTask taken, GrainMessage message, GrainCall call)
    {
        try
        {
            await taken.ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            // That listener was being disposed and was unregistered before: another takes the message, or nobody listens.
            return await HandleAsync(message, call).ConfigureAwait(false);
        }

        MessageBuffers.Return(message.Bytes);
        return true;
    }

    private static void Return(in GrainMessage message)
    {
        message.Route.Sender?.FailUnroutable(message.Route.Correlation, message.Channel);
        MessageBuffers.Return(message.Bytes);
    }
}
