using System.Buffers;
using Genie.Brokers.ProtoActor.Official.Messages;
using Genie.Brokers.Sharing;
using Proto;

namespace Genie.Brokers.ProtoActor.Official.Listening;

/// <summary>An actor whose mailbox is a channel, or a stream of one: it hands its messages to the process's listeners round robin.</summary>
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

        var taken = listeners.HandOverAsync(request.Channel, new ReadOnlySequence<byte>(request.Body), route);
        if (!taken.IsCompletedSuccessfully) return AwaitAsync(taken, route, context);
        End(taken.Result, route, context);
        return Task.CompletedTask;
    }

    private async Task AwaitAsync(ValueTask<bool> taken, ActorRoute route, IContext context) => End(await taken.ConfigureAwait(false), route, context);

    private void End(bool isTaken, in ActorRoute route, IContext context)
    {
        if (isTaken) return;
        route.Answer(null);
        abandoned?.Invoke(context);
    }
}
