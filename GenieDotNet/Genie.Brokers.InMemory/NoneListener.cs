using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>What a handler's end completes: a pending request, or a task that completes when the handler has ended.</summary>
internal readonly record struct NoneRoute(NoneConnection Sender, Correlation Correlation, bool WantsReply);

/// <summary>Runs the handler on its caller's thread.</summary>
internal sealed class NoneListener : MessageDispatcher<NoneRoute>
{
    private readonly NoneBroker _broker;
    private readonly NoneChannel _channel;

    public NoneListener(NoneBroker broker, NoneChannel channel, ListenOptions options, MessageHandler handler)
        : base(options with { InlineHandler = true }, handler)
    {
        _broker = broker;
        _channel = channel;
        channel.Add(this);
    }

    protected override async ValueTask DisposeCoreAsync()
    {
        _channel.Remove(this);
        await base.DisposeCoreAsync().ConfigureAwait(false);
    }

    protected override PayloadLimit AnswerLimit => new(NoneBroker.Name, _broker.Options.MaxPayloadBytes);

    protected override bool WantsReply(in NoneRoute route) => route.WantsReply;

    protected override ValueTask ReplyAsync(NoneRoute route, ReadOnlyMemory<byte> envelope)
    {
        route.Sender.Answer(route.Correlation, envelope.Span);
        return ValueTask.CompletedTask;
    }

    protected override ValueTask SettleAsync(NoneRoute route, bool handled) => ValueTask.CompletedTask;
}
