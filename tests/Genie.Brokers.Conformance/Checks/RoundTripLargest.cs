using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class RoundTripLargest : ConformanceCheck
{
    public override string Name => "round-trip-largest";

    public override string Description => "A message of exactly the largest allowed size arrives unchanged.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);

        // Some limits are told by the server; traits know them after the first connection.
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        var length = bench.Broker.Traits.MaxPayloadBytes;
        if (length > subject.SentPayloadBytesMax)
            throw new CheckNotApplicableException($"the largest message, {length:N0} bytes, exceeds what the suite sends, {subject.SentPayloadBytesMax:N0}");
        await RoundTrip.ExchangeAsync(bench, (int)length, subject.Timeout, cancellationToken).ConfigureAwait(false);
    }
}
