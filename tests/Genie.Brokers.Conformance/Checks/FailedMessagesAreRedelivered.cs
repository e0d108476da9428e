using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class FailedMessagesAreRedelivered : ConformanceCheck
{
    private const int Messages = 50;

    public override string Name => "failed-messages-are-redelivered";

    public override string Description => "Where the traits say so, messages that a listener's handler failed at are not lost with the listener: they reach the next one.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        if (bench.Broker.Traits is not { RedeliversFailures: true, HoldsWithoutListener: true }) throw new CheckNotApplicableException("the system keeps no messages for another listener");
        var failed = 0;
        var failing = await bench.ListenAsync(
            (_, _, _) => throw new InvalidOperationException($"the database is away, {Interlocked.Increment(ref failed)}"), new ListenOptions { Prefetch = 16 }).ConfigureAwait(false);
        await using var connection = await bench.ConnectStronglyAsync().ConfigureAwait(false);
        await Traffic.SendAsync(connection, 0, Messages, 64, cancellationToken).ConfigureAwait(false);
        await Expect.EventuallyAsync(() => Volatile.Read(ref failed) > 0, subject.Timeout, "the handler fails", () => "it is not called", cancellationToken).ConfigureAwait(false);
        await failing.DisposeAsync().ConfigureAwait(false);

        var arrivals = new Arrivals();
        await using var healthy = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        await arrivals.ExpectAllAsync(Traffic.Numbers(0, Messages), subject.Timeout, cancellationToken, " at a healthy listener").ConfigureAwait(false);
    }
}
