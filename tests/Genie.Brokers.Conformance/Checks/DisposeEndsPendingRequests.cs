using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class DisposeEndsPendingRequests : ConformanceCheck
{
    private const int Requests = 16;

    public override string Name => "dispose-ends-pending-requests";

    public override string Description => "Requests that are pending, or wait for a slot, when their connection is disposed end with an error.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await bench.ListenAsync(
            async (_, _, token) => await gate.Task.WaitAsync(token).ConfigureAwait(false), new ListenOptions { Concurrency = Requests }).ConfigureAwait(false);
        try
        {
            var options = new ConnectionOptions { MaxInFlight = Requests / 2, RequestTimeout = TimeSpan.FromHours(1) };
            var connection = await bench.ConnectAsync(options).ConfigureAwait(false);
            var requests = Enumerable.Range(0, Requests)
                .Select(number => connection.RequestAsync(Payloads.Numbered(number, 64), cancellationToken).AsTask()).ToArray();
            await connection.DisposeAsync().ConfigureAwait(false);
            foreach (var request in requests)
            {
                await Expect.EndsAsync(request, subject.Timeout, "a request on a connection that was disposed").ConfigureAwait(false);
                Expect.That(request.IsFaulted || request.IsCanceled, "an error", "an answer that no handler gave");
                _ = request.Exception;
            }
        }
        finally
        {
            gate.SetResult();
        }
    }
}
