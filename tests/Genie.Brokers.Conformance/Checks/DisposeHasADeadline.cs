using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class DisposeHasADeadline : ConformanceCheck
{
    private const int Messages = 20;

    public override string Name => "dispose-has-a-deadline";

    public override string Description => "A listener whose handlers wait for their cancellation is disposed within StopTimeout and some seconds; what they had goes to another listener where the system can.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var cancelled = 0;
        var options = new ListenOptions { Concurrency = 2, Prefetch = 4, StopTimeout = TimeSpan.FromMilliseconds(500) };
        var stuck = await bench.ListenAsync(
            async (_, _, token) =>
            {
                entered.TrySetResult();
                await using var registration = token.Register(() => Interlocked.Increment(ref cancelled)).ConfigureAwait(false);
                await Task.Delay(System.Threading.Timeout.InfiniteTimeSpan, token).ConfigureAwait(false);
            },
            options).ConfigureAwait(false);
        await using var connection = await bench.ConnectStronglyAsync().ConfigureAwait(false);

        // Some systems confirm what was handled: those sends are confirmed when the next listener has handled them, or not at all.
        var sending = Enumerable.Range(0, Messages).Select(number => connection.SendAsync(Payloads.Numbered(number, 64), cancellationToken).AsTask()).ToArray();
        await Expect.EndsAsync(entered.Task, subject.Timeout, "the wait for the first message").ConfigureAwait(false);
        await Expect.EndsAsync(stuck.DisposeAsync().AsTask(), subject.Timeout, "the disposal of a listener whose handler waits").ConfigureAwait(false);
        Expect.That(Volatile.Read(ref cancelled) > 0, "the handlers are cancelled", "they are not");

        if (bench.Broker.Traits is { RedeliversFailures: true, HoldsWithoutListener: true })
        {
            var arrivals = new Arrivals();
            await using var next = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
            await arrivals.ExpectAllAsync(Traffic.Numbers(0, Messages), subject.Timeout, cancellationToken, " at the next listener").ConfigureAwait(false);
            await Task.WhenAll(sending).ConfigureAwait(false);
        }

        await connection.DisposeAsync().ConfigureAwait(false);
        foreach (var send in sending)
        {
            await Expect.EndsAsync(send, subject.Timeout, "a send").ConfigureAwait(false);
            _ = send.Exception;
        }
    }
}
