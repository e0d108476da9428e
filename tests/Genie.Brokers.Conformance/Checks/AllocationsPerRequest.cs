using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class AllocationsPerRequest : ConformanceCheck
{
    private const int InFlight = 32;

    public override string Name => "allocations-per-request";

    public override string Description => "Client and listener together allocate no more than the stated bytes for one request and its answer.";

    public override bool RunsAlone => true;

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        await using var listener = await bench.ListenAsync(Handlers.Echo, new ListenOptions()).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        var payload = Payloads.Numbered(1, 256);
        await AllocationMeter.ExpectAtMostAsync(
            subject.Driver.Allocations.BytesPerRequest, "request",
            count => Task.WhenAll(Enumerable.Range(0, InFlight).Select(_ => LoopAsync(connection, payload, count / InFlight, cancellationToken)))).ConfigureAwait(false);
    }

    private static async Task LoopAsync(IBrokerConnection connection, byte[] payload, int count, CancellationToken cancellationToken)
    {
        for (var i = 0; i < count; i++)
        {
            using var reply = await connection.RequestAsync(payload, cancellationToken).ConfigureAwait(false);
            if (reply.Payload.Length != payload.Length) throw new ConformanceException($"an answer of {payload.Length} bytes", $"{reply.Payload.Length}");
        }
    }
}
