using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class DisposeHasADeadline : ConformanceCheck
{
    private const int Messages = 20;

    private static readonly TimeSpan StopTimeout = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(5);

    public override string Name => "dispose-has-a-deadline";

    public override string Description => "A listener is disposed within StopTimeout and 5 s, whether its handlers wait for their cancellation or never end; what the former had goes to another listener where the system can.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken) => Task.WhenAll(
        CancelAsync(subject, cancellationToken),
        LeaveBehindAsync(subject, new ListenOptions { Concurrency = 1 }, cancellationToken),
        LeaveBehindAsync(subject, new ListenOptions { Concurrency = 2 }, cancellationToken),
        LeaveBehindAsync(subject, new ListenOptions { InlineHandler = true }, cancellationToken));

    private static async Task LeaveBehindAsync(ConformanceSubject subject, ListenOptions options, CancellationToken cancellationToken)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var bench = new Bench(subject, cancellationToken);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        try
        {
            var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            var stuck = await bench.ListenAsync(
                async (_, _, _) =>
                {
                    entered.TrySetResult();
                    await ended.Task.ConfigureAwait(false);
                },
                options with { StopTimeout = StopTimeout }).ConfigureAwait(false);
            var sending = connection.SendAsync(Payloads.Numbered(1, 64), cancellationToken).AsTask();
            await Expect.EndsAsync(entered.Task, subject.Timeout, "the wait for the message").ConfigureAwait(false);
            await Expect.EndsAsync(
                stuck.DisposeAsync().AsTask(), StopTimeout + EndTimeout, $"the disposal of a listener whose handler never ends (concurrency {options.Concurrency}, inline {options.InlineHandler})").ConfigureAwait(false);
            ended.SetResult();
            await connection.DisposeAsync().ConfigureAwait(false);
            await Expect.EndsAsync(sending, subject.Timeout, "a send").ConfigureAwait(false);
            _ = sending.Exception;
        }
        finally
        {
            ended.TrySetResult();
        }
    }

    private static async Task CancelAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var cancelled = 0;
        var options = new ListenOptions { Concurrency = 2, Prefetch = 4, StopTimeout = StopTimeout };
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
        await Expect.EndsAsync(stuck.DisposeAsync().AsTask(), StopTimeout + EndTimeout, "the disposal of a listener whose handler waits").ConfigureAwait(false);
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
