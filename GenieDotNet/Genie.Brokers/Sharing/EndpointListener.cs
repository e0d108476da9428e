using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Sharing;

/// <summary>
/// One listener of a channel at an endpoint that clients connect to without a server between; several are chosen round robin. Its full queue stops
/// the reading of the link that brings more. There is nobody to whom messages were acknowledged.
/// </summary>
/// <typeparam name="TListener">The class that derives from it.</typeparam>
/// <typeparam name="TRoute">The way back to who sent a message.</typeparam>
/// <param name="broker">The system's name.</param>
/// <param name="listeners">The endpoint's, from which it removes itself when it is disposed.</param>
/// <param name="channel">The channel.</param>
/// <param name="messageBytesMax">The most bytes of an answer.</param>
/// <param name="options">How it listens.</param>
/// <param name="handler">Handles messages.</param>
/// <param name="release">Gives the endpoint back, which closes with its last listener.</param>
public abstract class EndpointListener<TListener, TRoute>(
    string broker, ChannelListeners<TListener> listeners, string channel, int messageBytesMax, ListenOptions options, MessageHandler handler, Func<ValueTask> release)
    : MessageDispatcher<TRoute>(options, handler)
    where TListener : EndpointListener<TListener, TRoute>
{
    /// <inheritdoc/>
    protected sealed override PayloadLimit AnswerLimit => new(broker, messageBytesMax);

    /// <inheritdoc/>
    protected sealed override async ValueTask DisposeCoreAsync()
    {
        listeners.Remove(channel, (TListener)this);
        await base.DisposeCoreAsync().ConfigureAwait(false);

        // After the handlers' answers.
        await release().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected sealed override ValueTask SettleAsync(TRoute route, bool handled) => ValueTask.CompletedTask;
}
