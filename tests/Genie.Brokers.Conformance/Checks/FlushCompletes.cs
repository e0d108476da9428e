using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class FlushCompletes : ConformanceCheck
{
    private const int Messages = 500;

    public override string Name => "flush-completes";

    public override string Description => "FlushAsync completes with sends pending and with none, and what was sent before arrives even if the connection is closed at once.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        await using (var connection = await bench.ConnectAsync().ConfigureAwait(false))
        {
            await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
            var sends = Enumerable.Range(0, Messages)
                .Select(number => connection.SendAsync(Payloads.Numbered(number, 64), cancellationToken).AsTask()).ToArray();
            await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
            await Task.WhenAll(sends).ConfigureAwait(false);
            await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
        }

        await arrivals.ExpectAllAsync(Traffic.Numbers(0, Messages), subject.Timeout, cancellationToken).ConfigureAwait(false);
    }
}
