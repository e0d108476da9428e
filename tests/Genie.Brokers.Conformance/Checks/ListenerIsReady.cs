using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ListenerIsReady : ConformanceCheck
{
    private const int Rounds = 10;

    public override string Name => "listener-is-ready";

    public override string Description => "A message sent as soon as ListenAsync has completed is received.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        for (var round = 0; round < Rounds; round++)
        {
            var channel = bench.NewChannel();
            var arrivals = new Arrivals();

            // The connection stands first, so that nothing but the listener's own start precedes the message.
            await using var connection = await bench.ConnectAsync(channel: channel).ConfigureAwait(false);
            await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals), channel: channel).ConfigureAwait(false);
            await connection.SendAsync(Payloads.Numbered(round, 64), cancellationToken).ConfigureAwait(false);
            await arrivals.ExpectAllAsync([round], subject.Timeout, cancellationToken).ConfigureAwait(false);
        }
    }
}
