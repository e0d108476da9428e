using System.Buffers;
using System.Threading.Channels;
using Genie.Brokers.ProtoActor.Official.Messages;
using Genie.Brokers.Sharing;
using Proto;

namespace Genie.Brokers.ProtoActor.Official.Listening;

/// <summary>An actor whose mailbox is a channel, or a stream of one: it hands its messages to the process's listeners round robins.</summary>
/// <param name="listeners">The listeners of this process.</param>
/// <param name="abandoned">Called when a message found no listener; null where nothing is to be done.</param>
internal sealed class ChannelActor(ChannelListeners<ActorListener> listeners, Action<IContext>? abandoned = null) : IActor
{
    public Task ReceiveAsync(IContext context)
    {
        if (context.Message is not ActorRequest request) return Task.CompletedTask;
        var route = new ActorRoute(context.System, request.Kind == ActorRequestKind.OneWay ? null : context.Sender, request.Correlation);
        if (request.Kind == ActorRequestKind.Mark)
        {
            route.Answer(null);
            return Task.CompletedTask;
        }

        var taken = HandOver(request, route, context);
        return taken.IsCompletedSuccessfully ? Task.CompletedTask : taken.AsTask();
    }

    private ValueTask HandOver(ActorRequest request, in ActorRoute route, IContext context)
    {
        if (listeners.Next(request.Channel) is not { } listener)
        {
            route.Answer(null);
            abandoned?.Invoke(context);
            return ValueTask.CompletedTask;
        }

        var taken = listener.DispatchAsync(new ReadOnlySequence<byte>(request.Body), route);
        return taken.IsCompletedSuccessfully ? taken : HandOverSlowlyAsync(taken, request, route, context);
    }

    private async ValueTask HandOverSlowlyAsync(ValueTask taken, ActorRequest request, ActorRoute route, IContext context)
    {
        try
        {
            await taken.ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            // That listener ended meanwhile and did not take it: another takes it.
            await HandOver(request, route, context).ConfigureAwait(false);
        }
    }
}
