using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Grains;

/// <summary>One listener of a channel; several are chosen round robin. A single handler runs within the grain's call, several beside each other.</summary>
/// <param name="broker">Whose listener it is.</param>
/// <param name="channel">What it listens on.</param>
/// <param name="options">Concurrency and prefetch.</param>
/// <param name="handler">Handles the messages.</param>
internal sealed class GrainsListener(GrainsBroker broker, string channel, ListenOptions options, MessageHandler handler)
    : MessageDispatcher<GrainRoute>(options with { InlineHandler = options.InlineHandler || options.Concurrency == 1 }, handler)
{
    protected override async ValueTask DisposeCoreAsync()
    {
        broker.Listeners.Remove(channel, this);
        await base.DisposeCoreAsync().ConfigureAwait(false);
    }

    protected override PayloadLimit AnswerLimit => new(GrainsDrivers.Name, broker.Options.MaxMessageBytes);

    protected override bool WantsReply(in GrainRoute route) => route.Sender is not null;

    protected override ValueTask ReplyAsync(GrainRoute route, ReadOnlyMemory<byte> envelope)
    {
        route.Sender!.Answer(route.Correlation, envelope);
        return ValueTask.CompletedTask;
    }

    // A grain has nothing to acknowledge.
    protected override ValueTask SettleAsync(GrainRoute route, bool handled) => ValueTask.CompletedTask;
}
