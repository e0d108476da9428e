using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class DisposedListenerStaysAway : ConformanceCheck
{
    private const int Messages = 1000;
    private const long BusyFrom = 1L << 40;

    private static readonly TimeSpan DownTime = TimeSpan.FromSeconds(1);
    // A request may come before the other listener is back, and is nobody's then.
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan LostBy = TimeSpan.FromMilliseconds(300);

    public override string Name => "disposed-listener-stays-away";

    public override string Description => "A listener that is being disposed while its server restarts takes no message any more: those that are confirmed then reach the other listener.";

    public override bool RunsAlone => true;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject.CrashAndRestartServer is not { } crashAndRestart) throw new CheckNotApplicableException("the suite may not kill this server");
        await using var bench = new Bench(subject, cancellationToken);
        var (entered, leave) = (new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously), new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        var arrivals = new Arrivals();
        await using var connection = await bench.ConnectStronglyAsync(RequestTimeout).ConfigureAwait(false);
        var ending = await bench.ListenAsync(
            async (_, _, _) =>
            {
                entered.TrySetResult();
                await leave.Task.ConfigureAwait(false);
            },
            new ListenOptions { Prefetch = 1 }).ConfigureAwait(false);
        try
        {
            var busy = connection.SendAsync(Payloads.Numbered(BusyFrom, 64), cancellationToken).AsTask();
            await Expect.EndsAsync(entered.Task, subject.Timeout, "the wait for the first message").ConfigureAwait(false);
            await using var steady = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
            var crashing = crashAndRestart(DownTime);
            await Task.Delay(LostBy, cancellationToken).ConfigureAwait(false);
            var disposing = ending.DisposeAsync().AsTask();
            await crashing.ConfigureAwait(false);
            await Expect.EndsAsync(busy, subject.Timeout, "a send during a crash").ConfigureAwait(false);
            _ = busy.Exception;
            await Recovery.ExpectAsync(connection, subject, "after the restart", cancellationToken).ConfigureAwait(false);
            await Traffic.SendAsync(connection, 0, Messages, 64, cancellationToken).ConfigureAwait(false);
            await arrivals.ExpectAllAsync(Traffic.Numbers(0, Messages), subject.Timeout, cancellationToken, " beside a listener that is being disposed").ConfigureAwait(false);
            leave.SetResult();
            await Expect.EndsAsync(disposing, subject.Timeout, "the disposal of the other listener").ConfigureAwait(false);
        }
        finally
        {
            leave.TrySetResult();
        }
    }
}
