using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class SecondDisposeWaits : ConformanceCheck
{
    public override string Name => "second-dispose-waits";

    public override string Description => "Disposing listener and broker completes when their handlers have ended, for whoever asks, first or second.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var (entered, leave) = (new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously), new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        var broker = subject.CreateBroker();
        var listener = await broker.ListenAsync(
            bench.Channel,
            new ListenOptions { StopTimeout = System.Threading.Timeout.InfiniteTimeSpan },
            async (_, _, _) =>
            {
                entered.TrySetResult();
                await leave.Task.ConfigureAwait(false);
            },
            cancellationToken).ConfigureAwait(false);
        var connection = await broker.ConnectAsync(bench.Channel, new ConnectionOptions { RequestTimeout = subject.RequestTimeout }, cancellationToken).ConfigureAwait(false);
        var request = connection.RequestAsync(Payloads.Numbered(1, 64), cancellationToken).AsTask();
        try
        {
            await Expect.EndsAsync(entered.Task, subject.Timeout, "the wait for the first message").ConfigureAwait(false);
            Task[] disposals = [listener.DisposeAsync().AsTask(), listener.DisposeAsync().AsTask(), broker.DisposeAsync().AsTask(), broker.DisposeAsync().AsTask()];
            Expect.Equal(0, disposals.Count(disposal => disposal.IsCompleted), "disposals that complete while a handler runs:");
            leave.SetResult();
            await Expect.EndsAsync(Task.WhenAll(disposals), subject.Timeout, "the disposal after the handler's end").ConfigureAwait(false);
            await Task.WhenAll(disposals).ConfigureAwait(false);
        }
        finally
        {
            leave.TrySetResult();
            await connection.DisposeAsync().ConfigureAwait(false);
            await Expect.EndsAsync(request, subject.Timeout, "the request").ConfigureAwait(false);
            _ = request.Exception;
        }
    }
}
