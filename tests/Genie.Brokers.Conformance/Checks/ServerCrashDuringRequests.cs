using System.Collections.Concurrent;
using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ServerCrashDuringRequests : ConformanceCheck
{
    private const int Callers = 16;

    // Those at the end, when the server is back; their numbers are no other's.
    private const int LastCallers = 8;
    private const int LastRequestsEach = 12;
    private const long FirstOfLast = 1L << 40;

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan DownTime = TimeSpan.FromSeconds(1);

    // For a machine that is busy with other things: the time-out itself is watched by the driver.
    private static readonly TimeSpan Slack = TimeSpan.FromSeconds(30);

    public override string Name => "server-crash-during-requests";

    public override string Description => "The server is killed and restarted while requests flow: each ends within its time-out, same connections and listener work again, no answer is another's.";

    public override bool RunsAlone => true;

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject.CrashAndRestartServer is not { } crashAndRestart) throw new CheckNotApplicableException("the suite may not kill this server");
        await using var bench = new Bench(subject, cancellationToken);
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        var options = new ConnectionOptions { RequestTimeout = RequestTimeout };
        await using var first = await bench.ConnectAsync(options).ConfigureAwait(false);
        await using var second = await bench.ConnectAsync(options).ConfigureAwait(false);
        var run = new Run([first, second]);
        using var stop = new CancellationTokenSource();
        var callers = Enumerable.Range(0, Callers).Select(index => Task.Run(() => run.CallAsync(index, stop.Token), cancellationToken)).ToArray();
        await run.ExpectAnswersAsync(subject.Timeout, "requests are answered before the crash", cancellationToken).ConfigureAwait(false);

        await crashAndRestart(DownTime).ConfigureAwait(false);
        await run.ExpectAnswersAsync(subject.Timeout, "requests are answered after the restart", cancellationToken).ConfigureAwait(false);
        await stop.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(callers).ConfigureAwait(false);

        await ExpectNothingLostAsync(first, subject, cancellationToken).ConfigureAwait(false);
        await ExpectNothingLostAsync(second, subject, cancellationToken).ConfigureAwait(false);

        var unhandled = run.Answered.Count(number => !arrivals.Has(number));
        Expect.Equal(0, unhandled, "answers to requests that no handler saw:");
    }

    // A server that has just started, on a machine that is busy, may take longer than the time-out: then its answer comes late.
    private static async Task ExpectNothingLostAsync(IBrokerConnection connection, ConformanceSubject subject, CancellationToken cancellationToken)
    {
        var (late, overdue) = (connection.LateReplies, 0);
        await Task.WhenAll(Enumerable.Range(0, LastCallers).Select(caller => RequestAsync(FirstOfLast + (caller * LastRequestsEach)))).ConfigureAwait(false);
        await Expect.EventuallyAsync(
            () => connection.LateReplies - late >= overdue, subject.Timeout, "a link that works again loses nothing",
            () => $"{overdue} requests timed out, {connection.LateReplies - late} answers came late", cancellationToken).ConfigureAwait(false);

        async Task RequestAsync(long from)
        {
            for (var number = from; number < from + LastRequestsEach; number++)
            {
                try
                {
                    await Traffic.RequestOneAsync(connection, number, 64, cancellationToken).ConfigureAwait(false);
                }
                catch (RequestTimeoutException)
                {
                    Interlocked.Increment(ref overdue);
                }
            }
        }
    }

    private sealed class Run(IBrokerConnection[] connections)
    {
        private const int AnswersEach = 250;

        private readonly int[] _answers = new int[connections.Length];
        private long _next;

        public ConcurrentQueue<long> Answered { get; } = new();

        public Task ExpectAnswersAsync(TimeSpan timeout, string expected, CancellationToken cancellationToken)
        {
            var before = _answers.ToArray();
            return Expect.EventuallyAsync(
                () => _answers.Zip(before, (now, then) => now - then).All(count => count >= AnswersEach), timeout, $"{AnswersEach} {expected} on each connection",
                () => string.Join(" and ", _answers.Zip(before, (now, then) => now - then)), cancellationToken);
        }

        public async Task CallAsync(int caller, CancellationToken stop)
        {
            var place = caller % connections.Length;
            while (!stop.IsCancellationRequested)
            {
                var number = Interlocked.Increment(ref _next);
                var request = Traffic.RequestOneAsync(connections[place], number, 64, CancellationToken.None);
                await Expect.EndsAsync(request, RequestTimeout + Slack, "a request during a crash").ConfigureAwait(false);
                try
                {
                    await request.ConfigureAwait(false);
                    Answered.Enqueue(number);
                    Interlocked.Increment(ref _answers[place]);
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
