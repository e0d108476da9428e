using System.Collections.Concurrent;
using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class HandlerFailuresAreTold : ConformanceCheck
{
    private const int Messages = 20;

    public override string Name => "handler-failures-are-told";

    public override string Description => "Each exception of a handler is told with what becomes of its message: answered to the requester, redelivered if the traits say so, else given up.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var failures = new ConcurrentQueue<HandlerFailure>();
        var isAway = true;
        var options = new ListenOptions
        {
            Concurrency = 2,
            HandlerFailed = failures.Enqueue,
            Redelivery = new RedeliveryPolicy { InitialDelay = TimeSpan.FromMilliseconds(50), MaxDelay = TimeSpan.FromMilliseconds(500) },
        };
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(
            (message, reply, token) => Volatile.Read(ref isAway) ? throw new InvalidOperationException("away") : Handlers.Noting(arrivals)(message, reply, token), options).ConfigureAwait(false);
        await using var connection = await bench.ConnectStronglyAsync().ConfigureAwait(false);
        await Expect.ThrowsAsync<RemoteHandlerException>(
            async () => (await connection.RequestAsync(Payloads.Numbered(-1, 64), cancellationToken).ConfigureAwait(false)).Dispose(), "when the handler throws").ConfigureAwait(false);
        Expect.Equal(1, failures.Count(failure => failure.Outcome == FailureOutcome.Answered), "failures that are told as answered:");

        // The messages come while the handler fails, and it recovers when each has failed once.
        var outcome = bench.Broker.Traits.RedeliversFailures ? FailureOutcome.Redelivered : FailureOutcome.GivenUp;
        var sending = Traffic.SendAsync(connection, 0, Messages, 64, cancellationToken);
        await Expect.EventuallyAsync(
            () => failures.Count(failure => failure.Outcome == outcome) >= Messages, subject.Timeout, $"{Messages} failures told as {outcome}",
            () => $"{failures.Count(failure => failure.Outcome == outcome)}", cancellationToken).ConfigureAwait(false);
        await sending.ConfigureAwait(false);
        Expect.That(failures.All(failure => failure.Error.Message == "away" && failure.Delivery >= 1), "the handler's own exceptions", "others");
        Volatile.Write(ref isAway, false);
        await Traffic.RequestOneAsync(connection, Messages, 64, cancellationToken).ConfigureAwait(false);
        if (outcome == FailureOutcome.Redelivered) await arrivals.ExpectAllAsync(Traffic.Numbers(0, Messages), subject.Timeout, cancellationToken, " after the handler recovered").ConfigureAwait(false);
        else Expect.Equal(1, arrivals.Distinct, "messages given up that arrive once more:");
    }
}
