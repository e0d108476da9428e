using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class OrderIsKept : ConformanceCheck
{
    private const int Messages = 5000;

    public override string Name => "order-is-kept";

    public override string Description => "Where the traits promise order, messages of one connection reach one listener in the order sent, many of them unconfirmed at once.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        if (!bench.Broker.Traits.OrderedPerSender) throw new CheckNotApplicableException("the traits promise no order");
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals), new ListenOptions()).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        await Traffic.SendAsync(connection, 0, Messages, 64, cancellationToken).ConfigureAwait(false);
        await arrivals.ExpectAllAsync(Traffic.Numbers(0, Messages), subject.Timeout, cancellationToken).ConfigureAwait(false);

        var order = arrivals.Order;
        for (var place = 1; place < order.Count; place++)
        {
            Expect.That(order[place] == order[place - 1] + 1, $"message {order[place - 1] + 1} after {order[place - 1]}", $"message {order[place]}");
        }
    }
}
