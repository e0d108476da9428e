using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>One listener: as many pumps as handlers may run at once.</summary>
internal sealed class InMemoryListener : MessageDispatcher<InMemoryRoute>
{
    private readonly InMemoryBroker _broker;
    private readonly InMemoryChannel _channel;
    private readonly InMemoryChannel _queue;
    private readonly InMemoryPump[] _pumps;

    // The pumps are the threads; a second queue behind the channel's would only add a hop.
    public InMemoryListener(InMemoryBroker broker, InMemoryChannel channel, ListenOptions options, MessageHandler handler)
        : base(options with { InlineHandler = true }, handler)
    {
        _broker = broker;
        _channel = channel;
        _queue = channel.QueueOfListener();
        _pumps = [.. Enumerable.Range(0, options.Concurrency).Select(_ => new InMemoryPump(_queue, this))];
        _queue.Add(_pumps);
    }

    protected override async ValueTask DisposeCoreAsync()
    {
        _queue.Remove(_pumps);
        _channel.Leave(_queue);
        await LeaveAsync(cancellationToken => Task.WhenAll(_pumps.Select(pump => pump.Stopped)).WaitAsync(cancellationToken)).ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
    }

    protected override PayloadLimit AnswerLimit => new(InMemoryBroker.Name, _broker.Options.MaxPayloadBytes);

    protected override bool WantsReply(in InMemoryRoute route) => route.Awaiting is Awaiting.Answer or Awaiting.DelayedAnswer;

    protected override ValueTask ReplyAsync(InMemoryRoute route, ReadOnlyMemory<byte> envelope)
    {
        route.Sender.Answer(route, envelope);
        return ValueTask.CompletedTask;
    }

    protected override ValueTask SettleAsync(InMemoryRoute route, bool handled)
    {
        if (route.Awaiting == Awaiting.Settlement) route.Sender.Settle(route.Correlation);
        return ValueTask.CompletedTask;
    }
}
