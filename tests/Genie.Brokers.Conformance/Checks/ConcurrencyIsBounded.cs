using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ConcurrencyIsBounded : ConformanceCheck
{
    private const int Bound = 3;
    private const int Requests = 300;

    public override string Name => "concurrency-is-bounded";

    public override string Description => "A listener runs no more handlers at once than its Concurrency, and that many if there is work.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var full = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var handling = 0;
        var tooMany = 0;
        await using var listener = await bench.ListenAsync(
            async (message, reply, token) =>
            {
                var now = Interlocked.Increment(ref handling);
                if (now > Bound) Interlocked.Increment(ref tooMany);
                if (now == Bound) full.TrySetResult();

                // Nobody proceeds before the bound was reached once.
                await full.Task.WaitAsync(token).ConfigureAwait(false);
                await Task.Yield();
                Interlocked.Decrement(ref handling);
                await Handlers.Echo(message, reply, token).ConfigureAwait(false);
            },
            new ListenOptions { Concurrency = Bound }).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        var all = Traffic.RequestAsync(connection, 0, Requests, 32, 64, cancellationToken);

        // Not by which of them is returned: whoever completes the first may be held up until the requests have ended as well.
        await Task.WhenAny(full.Task, all, Task.Delay(subject.Timeout, cancellationToken)).ConfigureAwait(false);
        if (!full.Task.IsCompleted)
        {
            await Task.WhenAny(all, Task.Delay(subject.RequestTimeout, cancellationToken)).ConfigureAwait(false);
            throw new ConformanceException($"{Bound} handlers at once", "fewer");
        }

        await all.ConfigureAwait(false);
        Expect.Equal(0, tooMany, $"handlers beyond {Bound} at once");
    }
}
