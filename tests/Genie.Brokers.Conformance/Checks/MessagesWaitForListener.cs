using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class MessagesWaitForListener : ConformanceCheck
{
    private const int Messages = 500;

    public override string Name => "messages-wait-for-a-listener";

    public override string Description => "Where the traits say that the server holds messages, those sent while no listener runs reach the next one.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        if (!bench.Broker.Traits.HoldsWithoutListener) throw new CheckNotApplicableException("the traits say that messages without a listener are not held");
        var arrivals = new Arrivals();
        var first = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        await Traffic.SendAsync(connection, 0, Messages, 64, cancellationToken).ConfigureAwait(false);
        await first.DisposeAsync().ConfigureAwait(false);
        await Traffic.SendAsync(connection, Messages, Messages, 64, cancellationToken).ConfigureAwait(false);
        await using var second = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        await arrivals.ExpectAllAsync(Traffic.Numbers(0, 2 * Messages), subject.Timeout, cancellationToken).ConfigureAwait(false);
        if (!bench.Broker.Traits.CanRedeliver) arrivals.ExpectNoneTwice();
    }
}
