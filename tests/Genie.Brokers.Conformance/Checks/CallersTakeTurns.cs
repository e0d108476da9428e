using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

/// <summary>
/// The smallest bound with the most callers waiting for it: a waiter that is forgotten between "there is no room" and "there is
/// some" shows here, and hardly anywhere else.
/// </summary>
internal sealed class CallersTakeTurns : ConformanceCheck
{
    private const int CallersOfEachKind = 4;
    private const long NumbersOfCaller = 1L << 32;
    private static readonly TimeSpan Duration = TimeSpan.FromSeconds(2);

    public override string Name => "callers-take-turns";

    public override string Description => "8 callers send and request for 2 s where only one message may be under way: none of them is forgotten, and every message arrives.";

    public override bool RunsAlone => true;

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync(new ConnectionOptions { MaxInFlight = 1, RequestTimeout = subject.RequestTimeout }).ConfigureAwait(false);
        var numbers = new ConcurrentBag<long>();
        var passed = Stopwatch.StartNew();
        var callers = Task.WhenAll(Enumerable.Range(0, 2 * CallersOfEachKind).Select(caller => Task.Run(() => CallAsync(caller), cancellationToken)));
        await Expect.EndsAsync(callers, Duration + subject.Timeout, "each caller's last message").ConfigureAwait(false);
        await callers.ConfigureAwait(false);
        await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
        await arrivals.ExpectAllAsync(numbers, subject.Timeout, cancellationToken).ConfigureAwait(false);
        arrivals.ExpectNoneTwice();

        async Task CallAsync(int caller)
        {
            for (var number = caller * NumbersOfCaller; passed.Elapsed < Duration; number++)
            {
                if (caller % 2 == 0) await Traffic.SendAsync(connection, number, 1, 64, cancellationToken).ConfigureAwait(false);
                else await Traffic.RequestOneAsync(connection, number, 64, cancellationToken).ConfigureAwait(false);
                numbers.Add(number);
            }
        }
    }
}
