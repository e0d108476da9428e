using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class StoppedListenerLosesNothing : ConformanceCheck
{
    private const int Rounds = 3;
    private const int Messages = 2000;

    public override string Name => "stopped-listener-loses-nothing";

    public override string Description => "While requests and messages flow, one of two listeners is stopped and started: every request is answered, every message handled, once unless the traits allow more.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var arrivals = new Arrivals();
        var handler = Handlers.Noting(arrivals);
        var listening = new ListenOptions { Concurrency = 2, Prefetch = 64 };
        await using var steady = await bench.ListenAsync(handler, listening).ConfigureAwait(false);
        await using var requester = await bench.ConnectAsync().ConfigureAwait(false);
        await using var sender = await bench.ConnectAsync().ConfigureAwait(false);
        var total = 0;
        for (var round = 0; round < Rounds; round++)
        {
            var stopped = await bench.ListenAsync(handler, listening).ConfigureAwait(false);
            var before = arrivals.Distinct;
            var requests = Traffic.RequestAsync(requester, total, Messages, 64, 64, cancellationToken);
            var sends = Traffic.SendAsync(sender, total + Messages, Messages, 64, cancellationToken);
            total += 2 * Messages;

            // Mid-flow by count, not by the clock.
            await Expect.EventuallyAsync(
                () => arrivals.Distinct > before + (Messages / 4) || (requests.IsCompleted && sends.IsCompleted), subject.Timeout,
                "messages flow", () => $"{arrivals.Distinct - before} arrived", cancellationToken).ConfigureAwait(false);
            await stopped.DisposeAsync().ConfigureAwait(false);
            await Task.WhenAll(requests, sends).ConfigureAwait(false);
        }

        await arrivals.ExpectAllAsync(Traffic.Numbers(0, total), subject.Timeout, cancellationToken).ConfigureAwait(false);
        if (!bench.Broker.Traits.CanRedeliver) arrivals.ExpectNoneTwice();
    }
}
