using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class SendsArrive : ConformanceCheck
{
    private const int Senders = 4;
    private const int MessagesPerSender = 2500;

    public override string Name => "sends-arrive-once";

    public override string Description => "10,000 messages sent without an answer from 4 connections arrive, each once.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        await Task.WhenAll(Enumerable.Range(0, Senders).Select(async sender =>
        {
            await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
            await Traffic.SendAsync(connection, sender * MessagesPerSender, MessagesPerSender, 128, cancellationToken).ConfigureAwait(false);
            await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
        })).ConfigureAwait(false);

        await arrivals.ExpectAllAsync(Traffic.Numbers(0, Senders * MessagesPerSender), subject.Timeout, cancellationToken).ConfigureAwait(false);
        arrivals.ExpectNoneTwice();
    }
}
