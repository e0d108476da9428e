using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class InFlightIsBounded : ConformanceCheck
{
    private const int Bound = 4;
    private const int Requests = 64;

    public override string Name => "in-flight-is-bounded";

    public override string Description => "No more requests than MaxInFlight are under way at once; further callers wait, can be cancelled while they wait, and are all answered.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var handling = 0;
        var highest = 0;
        await using var listener = await bench.ListenAsync(
            async (message, reply, token) =>
            {
                InterlockedMax(ref highest, Interlocked.Increment(ref handling));
                await gate.Task.WaitAsync(token).ConfigureAwait(false);
                Interlocked.Decrement(ref handling);
                await Handlers.Echo(message, reply, token).ConfigureAwait(false);
            },
            new ListenOptions { Concurrency = Requests }).ConfigureAwait(false);
        var options = new ConnectionOptions { MaxInFlight = Bound, RequestTimeout = subject.RequestTimeout };
        await using var connection = await bench.ConnectAsync(options).ConfigureAwait(false);

        var all = Traffic.RequestAsync(connection, 0, Requests, Requests, 64, cancellationToken);
        await Expect.EventuallyAsync(
            () => Volatile.Read(ref handling) >= Bound || all.IsCompleted, subject.Timeout, $"{Bound} requests under way",
            () => $"{Volatile.Read(ref handling)}", cancellationToken).ConfigureAwait(false);
        using (var waiting = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
        {
            var waiter = connection.RequestAsync(Payloads.Numbered(Requests, 64), waiting.Token).AsTask();
            await waiting.CancelAsync().ConfigureAwait(false);
            await Expect.ThrowsAsync<OperationCanceledException>(() => waiter, "when a caller that waits for a slot is cancelled").ConfigureAwait(false);
        }

        gate.SetResult();
        await all.ConfigureAwait(false);
        Expect.That(highest <= Bound, $"at most {Bound} requests under way", $"{highest}");
    }

    private static void InterlockedMax(ref int location, int value)
    {
        for (var seen = Volatile.Read(ref location); value > seen;)
        {
            var before = Interlocked.CompareExchange(ref location, value, seen);
            if (before == seen) return;
            seen = before;
        }
    }
}
