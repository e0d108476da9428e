using Genie.Brokers.Conformance.Tools;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class WaitingSendsEndWithTheLink : ConformanceCheck
{
    private const int Sends = 64;
    private const int PayloadBytesMax = 512 * 1024;

    // No send may need its time-out to end.
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromMinutes(30);
    private static readonly TimeSpan FillTime = TimeSpan.FromMilliseconds(500);

    public override string Name => "waiting-sends-end-with-the-link";

    public override string Description => "Sends that wait for room on a link whose server reads nothing end when the link does, not with their time-out, and what follows is sent over the next one.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject is not { AtPort: { } atPort, ServerPort: > 0 }) throw new CheckNotApplicableException("the server cannot be reached through a relay");
        await using var bench = new Bench(subject, cancellationToken);
        await using var listener = await bench.ListenAsync(Handlers.Echo).ConfigureAwait(false);
        await Task.WhenAll(bench.Broker.Traits.Confirmations.Select(level => ExpectAsync(level, atPort, subject, bench, cancellationToken))).ConfigureAwait(false);
    }

    private static async Task ExpectAsync(Confirmation level, Func<int, IBroker> atPort, ConformanceSubject subject, Bench bench, CancellationToken cancellationToken)
    {
        await using var relay = TcpFaultProxy.Start(subject.ServerPort);
        await using var broker = atPort(relay.EndPoint.Port);
        var options = new ConnectionOptions { RequestTimeout = RequestTimeout, MaxInFlight = Sends * 2, Confirmation = level };
        await using var connection = await broker.ConnectAsync(bench.Channel, options, cancellationToken).ConfigureAwait(false);
        await Recovery.ExpectAsync(connection, subject, "before the stall", cancellationToken).ConfigureAwait(false);

        relay.Begin(TcpFault.ZeroWindow, FaultDirections.ToServer);
        var payload = Payloads.Filled(1, (int)Math.Min(PayloadBytesMax, bench.Broker.Traits.MaxPayloadBytes));
        var sends = Enumerable.Range(0, Sends).Select(_ => Task.Run(() => connection.SendAsync(payload, cancellationToken).AsTask(), cancellationToken)).ToArray();
        await Task.WhenAny(Task.WhenAll(sends), Task.Delay(FillTime, cancellationToken)).ConfigureAwait(false);
        relay.ResetAll();
        relay.Heal();
        foreach (var send in sends) await Expect.EndsAsync(send, subject.Timeout, $"a send at {level} over a link that was lost").ConfigureAwait(false);
        var strange = sends.Select(static send => send.Exception?.InnerException).FirstOrDefault(static error => error is not (null or BrokerException { IsTransient: true }));
        Expect.That(strange is null, "transient errors", $"{strange}");
        await Recovery.ExpectAsync(connection, subject, "after the loss", cancellationToken).ConfigureAwait(false);
    }
}
