using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

/// <summary>
/// What cancellation and time-out have in common: one slot, a request that ends while its handler is held back, and an
/// answer that comes too late.
/// </summary>
internal static class LateReplyProbe
{
    private const int Held = 1;
    private const int Next = 2;

    /// <summary>Ends request 1 by <paramref name="end"/>, lets its answer go, and expects it counted and the slot usable.</summary>
    public static async Task RunAsync(
        ConformanceSubject subject, TimeSpan requestTimeout, Func<IBrokerConnection, ReadOnlyMemory<byte>, Task, Task> end, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var started = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await bench.ListenAsync(
            async (message, reply, token) =>
            {
                started.TrySetResult();
                if (Payloads.NumberOf(message) == Held) await gate.Task.WaitAsync(token).ConfigureAwait(false);
                await Handlers.Echo(message, reply, token).ConfigureAwait(false);
            },
            new ListenOptions { Concurrency = 2 }).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync(new ConnectionOptions { MaxInFlight = 1, RequestTimeout = requestTimeout }).ConfigureAwait(false);

        try
        {
            await end(connection, Payloads.Numbered(Held, 64), started.Task).ConfigureAwait(false);
        }
        finally
        {
            gate.TrySetResult();
        }

        await ExpectNextAnsweredAsync(connection, subject, cancellationToken).ConfigureAwait(false);
        await Expect.EventuallyAsync(
            () => connection.LateReplies >= 1, subject.Timeout, "the late reply is counted in LateReplies", () => $"{connection.LateReplies}", cancellationToken).ConfigureAwait(false);
        await ExpectNextAnsweredAsync(connection, subject, cancellationToken).ConfigureAwait(false);
    }

    // The time-out under test is short; on a busy machine the next request may exceed it too, which is no fault.
    private static async Task ExpectNextAnsweredAsync(IBrokerConnection connection, ConformanceSubject subject, CancellationToken cancellationToken)
    {
        var deadline = Environment.TickCount64 + (long)subject.Timeout.TotalMilliseconds;
        while (true)
        {
            try
            {
                await Traffic.RequestOneAsync(connection, Next, 64, cancellationToken).ConfigureAwait(false);
                return;
            }
            catch (RequestTimeoutException error) when (Environment.TickCount64 > deadline)
            {
                throw new ConformanceException("a request after one that ended early is answered", "none was", error);
            }
            catch (RequestTimeoutException)
            {
                // Tried again.
            }
        }
    }
}
