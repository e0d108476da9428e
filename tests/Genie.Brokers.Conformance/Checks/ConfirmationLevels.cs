using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ConfirmationLevels : ConformanceCheck
{
    private const int Messages = 200;

    public override string Name => "confirmation-levels";

    public override string Description => "A connection can be opened at every confirmation level of the traits; sends complete and arrive, requests are answered.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        foreach (var level in bench.Broker.Traits.Confirmations)
        {
            var channel = bench.NewChannel();
            var arrivals = new Arrivals();
            await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals), channel: channel).ConfigureAwait(false);
            var options = new ConnectionOptions { Confirmation = level, RequestTimeout = subject.RequestTimeout };
            await using var connection = await bench.ConnectAsync(options, channel).ConfigureAwait(false);
            await Traffic.SendAsync(connection, 0, Messages, 64, cancellationToken).ConfigureAwait(false);
            await Traffic.RequestAsync(connection, Messages, Messages, 16, 64, cancellationToken).ConfigureAwait(false);
            await arrivals.ExpectAllAsync(Traffic.Numbers(0, 2 * Messages), subject.Timeout, cancellationToken, $" at {level}").ConfigureAwait(false);
            arrivals.ExpectNoneTwice();
        }
    }
}
