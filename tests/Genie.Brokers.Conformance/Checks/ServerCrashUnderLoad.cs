using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ServerCrashUnderLoad : ConformanceCheck
{
    private const int Callers = 300;
    private const int Seed = 23;

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan DownTime = TimeSpan.FromSeconds(0.5);

    // For a machine that is busy with other things: the time-out itself is watched by the driver.
    private static readonly TimeSpan Slack = TimeSpan.FromSeconds(60);

    public override string Name => "server-crash-under-load";

    public override string Description => "The server is killed and restarted while hundreds of requests are in flight to one handler, a third of them cancelled at random: each ends, and as many others are answered after.";

    public override bool RunsAlone => true;

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject.CrashAndRestartServer is not { } crashAndRestart) throw new CheckNotApplicableException("the suite may not kill this server");
        await using var bench = new Bench(subject, cancellationToken);
        await using var listener = await bench.ListenAsync(
            async (message, reply, token) =>
            {
                // Slow enough that the listener's queue is full when the server goes.
                await Task.Delay(1, token).ConfigureAwait(false);
                await Handlers.Echo(message, reply, token).ConfigureAwait(false);
            },
            new ListenOptions { Concurrency = 1 }).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync(new ConnectionOptions { RequestTimeout = RequestTimeout, MaxInFlight = Callers }).ConfigureAwait(false);
        using var stop = new CancellationTokenSource();
        var answered = 0;
        var callers = Enumerable.Range(0, Callers).Select(caller => Task.Run(() => CallAsync(caller), cancellationToken)).ToArray();
        await ExpectAnswersAsync("before the crash").ConfigureAwait(false);
        await crashAndRestart(DownTime).ConfigureAwait(false);
        await ExpectAnswersAsync("after the restart").ConfigureAwait(false);
        await stop.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(callers).ConfigureAwait(false);

        Task ExpectAnswersAsync(string when)
        {
            var before = Volatile.Read(ref answered);
            return Expect.EventuallyAsync(
                () => Volatile.Read(ref answered) - before >= Callers, subject.Timeout, $"{Callers} answers {when} (seed {Seed})",
                () => $"{Volatile.Read(ref answered) - before}", cancellationToken);
        }

        async Task CallAsync(int caller)
        {
            var random = new Random(Seed + caller);
            var payload = Payloads.Numbered(caller, 64);
            while (!stop.IsCancellationRequested)
            {
                using var cancellation = new CancellationTokenSource();
                if (random.Next(3) == 0) cancellation.CancelAfter(random.Next(100));
                var request = connection.RequestAsync(payload, cancellation.Token).AsTask();
                await Expect.EndsAsync(request, RequestTimeout + Slack, "a request during a crash").ConfigureAwait(false);
                try
                {
                    (await request.ConfigureAwait(false)).Dispose();
                    Interlocked.Increment(ref answered);
                }
                catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
                {
                    // As it was asked to.
                }
                catch (BrokerException error)
                {
                    Expect.That(error.IsTransient, "errors during a crash are transient", $"{error.GetType().Name}: {error.Message}");
                    await Task.Delay(20, CancellationToken.None).ConfigureAwait(false);
                }
            }
        }
    }
}
