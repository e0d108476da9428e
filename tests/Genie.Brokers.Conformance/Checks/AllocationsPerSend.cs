using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class AllocationsPerSend : ConformanceCheck
{
    private const int InFlight = 32;

    public override string Name => "allocations-per-send";

    public override string Description => "Client and listener together allocate no more than the stated bytes for one message that wants no answer.";

    public override bool RunsAlone => true;

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var received = 0;
        await using var listener = await bench.ListenAsync(
            (_, _, _) =>
            {
                Interlocked.Increment(ref received);
                return ValueTask.CompletedTask;
            },
            new ListenOptions()).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        var payload = Payloads.Numbered(1, 256);
        await AllocationMeter.ExpectAtMostAsync(
            subject.Driver.Allocations.BytesPerSend, "message",
            async count =>
            {
                var target = Volatile.Read(ref received) + (count / InFlight * InFlight);
                await Task.WhenAll(Enumerable.Range(0, InFlight).Select(_ => LoopAsync(connection, payload, count / InFlight, cancellationToken))).ConfigureAwait(false);
                await Expect.EventuallyAsync(
                    () => Volatile.Read(ref received) >= target, subject.Timeout, "every message arrives",
                    () => $"{target - Volatile.Read(ref received)} are missing", cancellationToken).ConfigureAwait(false);
            }).ConfigureAwait(false);
    }

    private static async Task LoopAsync(IBrokerConnection connection, byte[] payload, int count, CancellationToken cancellationToken)
    {
        for (var i = 0; i < count; i++)
        {
            await connection.SendAsync(payload, cancellationToken).ConfigureAwait(false);
        }
    }
}
