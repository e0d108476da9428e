using Genie.Brokers.Conformance.Tools;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class StalledServer : ConformanceCheck
{
    private const int Requests = 32;
    private const int PayloadBytesMax = 512 * 1024;

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(2);

    public override string Name => "stalled-server";

    public override string Description => "Requests to a server that reads nothing any more end with their time-out, those that wait for a slot or for room too; when it reads again, requests are answered.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject is not { AtPort: { } atPort, ServerPort: > 0 }) throw new CheckNotApplicableException("the server cannot be reached through a relay");
        await using var relay = TcpFaultProxy.Start(subject.ServerPort);
        await using var bench = new Bench(subject, cancellationToken);
        await using var listener = await bench.ListenAsync(Handlers.Echo).ConfigureAwait(false);
        await using var broker = atPort(relay.EndPoint.Port);
        var options = new ConnectionOptions { RequestTimeout = RequestTimeout, MaxInFlight = Requests / 2 };
        await using var connection = await broker.ConnectAsync(bench.Channel, options, cancellationToken).ConfigureAwait(false);
        await Recovery.ExpectAsync(connection, subject, "before the stall", cancellationToken).ConfigureAwait(false);

        relay.Begin(TcpFault.ZeroWindow, FaultDirections.ToServer);
        var payload = Payloads.Filled(1, (int)Math.Min(PayloadBytesMax, bench.Broker.Traits.MaxPayloadBytes));
        var requests = Enumerable.Range(0, Requests).Select(_ => connection.RequestAsync(payload, cancellationToken).AsTask()).ToArray();
        foreach (var request in requests)
        {
            await Expect.EndsAsync(request, subject.Timeout / 3, "a request to a server that reads nothing").ConfigureAwait(false);
            Expect.That(request.Exception?.InnerException is BrokerException { IsTransient: true }, "a transient error", request.Exception?.InnerException?.ToString() ?? "an answer");
        }

        relay.Heal();
        await Recovery.ExpectAsync(connection, subject, "after the stall", cancellationToken).ConfigureAwait(false);
    }
}
