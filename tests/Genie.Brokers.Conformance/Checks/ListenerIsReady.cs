using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ListenerIsReady : ConformanceCheck
{
    private const int Rounds = 10;

    public override string Name => "listener-is-ready";

    public override string Description => "A message sent as soon as ListenAsync has completed is received, and a request that was there before is answered.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        for (var round = 0; round < Rounds; round++)
        {
            var channel = bench.NewChannel();
            var arrivals = new Arrivals();

            // The connection stands first, so that nothing but the listener's own start precedes the message.
            await using var connection = await bench.ConnectAsync(channel: channel).ConfigureAwait(false);
            Task<Reply>? waiting = null;
            if (bench.Broker.Traits.HoldsWithoutListener)
            {
                // Nothing is held for whom the server does not know yet.
                await (await bench.ListenAsync(Handlers.Echo, channel: channel).ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false);
                waiting = connection.RequestAsync(Payloads.Numbered(Rounds + round, 64), cancellationToken).AsTask();
            }

            // As soon as a handler can be: it may have the request before the listener is told that it has subscribed.
            await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals), new ListenOptions { InlineHandler = true }, channel).ConfigureAwait(false);
            await connection.SendAsync(Payloads.Numbered(round, 64), cancellationToken).ConfigureAwait(false);
            await arrivals.ExpectAllAsync([round], subject.Timeout, cancellationToken).ConfigureAwait(false);
            if (waiting is null) continue;
            await Expect.EndsAsync(waiting, subject.Timeout, "a request that waited for a listener").ConfigureAwait(false);
            (await waiting.ConfigureAwait(false)).Dispose();
        }
    }
}
