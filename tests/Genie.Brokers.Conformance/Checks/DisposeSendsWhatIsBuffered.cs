using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class DisposeSendsWhatIsBuffered : ConformanceCheck
{
    private const int Messages = 500;
    private const int PayloadBytes = 16;

    public override string Name => "dispose-sends-what-is-buffered";

    public override string Description => "500 messages whose sends have completed arrive although their connection is disposed at once, without a flush, at every level.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        var levels = bench.Broker.Traits.Confirmations;
        for (var i = 0; i < levels.Count; i++)
        {
            await using (var connection = await bench.ConnectAsync(new ConnectionOptions { Confirmation = levels[i], RequestTimeout = subject.RequestTimeout }).ConfigureAwait(false))
                await Traffic.SendAsync(connection, i * Messages, Messages, PayloadBytes, cancellationToken).ConfigureAwait(false);
            await arrivals.ExpectAllAsync(Traffic.Numbers(0, (i + 1) * Messages), subject.Timeout, cancellationToken, $" after {levels[i]} sends").ConfigureAwait(false);
        }

        arrivals.ExpectNoneTwice();
    }
}
