using Genie.Brokers.Conformance.Tools;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class OrderIsKeptAcrossALoss : ConformanceCheck
{
    private const int Before = 200;
    private const int Meanwhile = 400;
    private const int After = 400;

    private static readonly TimeSpan LostTime = TimeSpan.FromMilliseconds(500);

    public override string Name => "order-is-kept-across-a-loss";

    public override string Description => "Where the traits promise order, messages that wait for a lost link arrive in the order of the calls, before those sent after them.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject is not { AtPort: { } atPort, ServerPort: > 0 }) throw new CheckNotApplicableException("the server cannot be reached through a relay");
        await using var relay = TcpFaultProxy.Start(subject.ServerPort);
        await using var bench = new Bench(subject, cancellationToken);
        if (!bench.Broker.Traits.OrderedPerSender) throw new CheckNotApplicableException("the traits promise no order");
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals), new ListenOptions { Concurrency = 1 }).ConfigureAwait(false);
        await using var broker = atPort(relay.EndPoint.Port);
        var options = new ConnectionOptions { RequestTimeout = subject.RequestTimeout, MaxInFlight = Before + Meanwhile + After };
        await using var connection = await broker.ConnectAsync(bench.Channel, options, cancellationToken).ConfigureAwait(false);
        await Traffic.SendAsync(connection, 0, Before, 64, cancellationToken).ConfigureAwait(false);
        await connection.FlushAsync(cancellationToken).ConfigureAwait(false);

        relay.Begin(TcpFault.Refuse);
        relay.ResetAll();
        await Task.Delay(LostTime, cancellationToken).ConfigureAwait(false);
        var sends = Enumerable.Range(Before, Meanwhile).Select(number => TrySendAsync(connection, number, cancellationToken)).ToList();
        await Task.Delay(LostTime, cancellationToken).ConfigureAwait(false);
        relay.Heal();
        for (var number = Before + Meanwhile; number < Before + Meanwhile + After; number++)
        {
            sends.Add(TrySendAsync(connection, number, cancellationToken));
            if (number % 4 == 0) await Task.Delay(1, cancellationToken).ConfigureAwait(false);
        }

        var accepted = (await Task.WhenAll(sends).ConfigureAwait(false)).Where(static number => number >= 0).ToArray();
        await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
        Expect.That(accepted.Length > 0, "messages that waited are sent once the link is back", "none");
        await arrivals.ExpectAllAsync(accepted, subject.Timeout, cancellationToken).ConfigureAwait(false);
        var order = arrivals.Order.Distinct().ToArray();
        for (var index = 1; index < order.Length; index++)
        {
            Expect.That(order[index] > order[index - 1], $"no message before {order[index - 1]} after it", $"message {order[index]}");
        }
    }

    /// <returns>The number, or -1 if the link was not there in time, or was lost with the message.</returns>
    private static async Task<long> TrySendAsync(IBrokerConnection connection, long number, CancellationToken cancellationToken)
    {
        try
        {
            await connection.SendAsync(Payloads.Numbered(number, 64), cancellationToken).ConfigureAwait(false);
            return number;
        }
        catch (BrokerException error) when (error.IsTransient)
        {
            return -1;
        }
    }
}
