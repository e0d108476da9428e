using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class NothingMisrouted(string name, int connections, int inFlight, int requests = 10_000) : ConformanceCheck
{
    public override string Name => name;

    public override string Description =>
        FormattableString.Invariant($"{requests:N0} requests, {connections * inFlight} in flight over {connections} connection(s): every answer is its own request's, handled once, none late.");

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var arrivals = new Arrivals();
        var noting = Handlers.Noting(arrivals);
        await using var listener = await bench.ListenAsync(
            async (message, reply, token) =>
            {
                // Answers overtake each other, so that a driver that relies on their order is found out.
                if (Payloads.NumberOf(message) % 3 == 0) await Task.Yield();
                await noting(message, reply, token).ConfigureAwait(false);
            },
            new ListenOptions { Concurrency = 16 }).ConfigureAwait(false);

        var each = requests / connections;
        await Task.WhenAll(Enumerable.Range(0, connections).Select(async index =>
        {
            await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
            await Traffic.RequestAsync(connection, index * each, each, inFlight, 200, cancellationToken).ConfigureAwait(false);
            Expect.Equal(0, connection.LateReplies, "late replies");
        })).ConfigureAwait(false);
        Expect.Equal(requests, arrivals.Distinct, "requests handled");
        arrivals.ExpectNoneTwice();
    }
}
