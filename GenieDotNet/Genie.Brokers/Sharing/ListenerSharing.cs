using System.Buffers;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Sharing;

/// <summary>Gives messages to the listeners of one process.</summary>
public static class ListenerSharing
{
    /// <summary>Hands a message to the channel's next listener, and waits until that has room for it.</summary>
    /// <param name="listeners">The listeners of this process.</param>
    /// <param name="channel">The channel.</param>
    /// <param name="message">The message; its bytes are read until the task completes.</param>
    /// <param name="route">The way back.</param>
    /// <typeparam name="TListener">A driver's listener.</typeparam>
    /// <typeparam name="TRoute">What it needs to answer one message.</typeparam>
    /// <returns>False where nobody listens on the channel.</returns>
    public static ValueTask<bool> HandOverAsync<TListener, TRoute>(this ChannelListeners<TListener> listeners, string channel, in ReadOnlySequence<byte> message, TRoute route)
        where TListener : MessageDispatcher<TRoute>
    {
        ArgumentNullException.ThrowIfNull(listeners);
        if (listeners.Next(channel) is not { } listener) return ValueTask.FromResult(false);
        ValueTask taken;
        try
        {
            taken = listener.DispatchAsync(message, route);
            if (!taken.IsCompletedSuccessfully) return AwaitAsync(taken, listeners, channel, message, route);
            taken.GetAwaiter().GetResult();
            return ValueTask.FromResult(true);
        }
        catch (ChannelClosedException)
        {
            return listeners.HandOverAsync(channel, message, route);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<bool> AwaitAsync<TListener, TRoute>(
        ValueTask taken, ChannelListeners<TListener> listeners, string channel, ReadOnlySequence<byte> message, TRoute route)
        where TListener : MessageDispatcher<TRoute>
    {
        try
        {
            await taken.ConfigureAwait(false);
            return true;
        }
        catch (ChannelClosedException)
        {
            // That listener was being disposed and was unregistered before: another takes the message, or nobody listens.
            return await listeners.HandOverAsync(channel, message, route).ConfigureAwait(false);
        }
    }
}
