using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>One listener of a channel at an endpoint; several are chosen round robin. Its full queue stops the receiving of the ROUTER,
/// whose high-water mark then stops the peers.</summary>
internal sealed class NetMQListener(
    NetMQEndpoint endpoint, string channel, ListenOptions options, MessageHandler handler, Func<ValueTask> release)
    : MessageDispatcher<NetMQRoute>(options, handler)
{
    protected override async ValueTask DisposeCoreAsync()
    {
        endpoint.Listeners.Remove(channel, this);
        await base.DisposeCoreAsync().ConfigureAwait(false);

        // After the handlers' answers: the endpoint closes with its last listener.
        await release().ConfigureAwait(false);
    }

    protected override PayloadLimit AnswerLimit => new(ZeroMQDrivers.Name, endpoint.MaxMessageBytes);

    protected override bool WantsReply(in NetMQRoute route) => route.Correlation is not null;

    protected override ValueTask ReplyAsync(NetMQRoute route, ReadOnlyMemory<byte> envelope) => endpoint.AnswerAsync(route, envelope);

    // ZeroMQ has nothing to acknowledge.
    protected override ValueTask SettleAsync(NetMQRoute route, bool handled) => ValueTask.CompletedTask;
}
