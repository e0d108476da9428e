using Genie.Brokers.Conformance.Tools;
using Genie.Brokers.Telemetry;
using Genie.Faults;
using Genie.Testing;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ObserversThatThrow : ConformanceCheck
{
    private const int Requests = 20;

    // One that was on its way when the link was lost may have no answer.
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(5);

    public override string Name => "observers-that-throw";

    public override string Description => "Listeners to metrics and traces that throw, and callbacks that do, change nothing: requests are answered, and a lost link comes back.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        var canLose = subject is { AtPort: not null, ServerPort: > 0 };
        await using var relay = canLose ? TcpFaultProxy.Start(subject.ServerPort) : null;
        await using var bench = new Bench(subject, cancellationToken);
        using var observers = new ThrowingObservers(BrokerTelemetry.Name);
        await using var broker = canLose ? subject.AtPort!(relay!.EndPoint.Port) : subject.CreateBroker();
        var listening = new ListenOptions
        {
            Concurrency = 8,
            LinkChanged = static change => throw new InvalidOperationException($"A callback threw at {change.State}."),
            HandlerFailed = static failure => throw new InvalidOperationException($"A callback threw at {failure.Outcome}."),
            StoppedLate = static _ => throw new InvalidOperationException("A callback threw at the end."),
        };
        await using var listener = await broker.ListenAsync(bench.Channel, listening, Handlers.Echo, cancellationToken).ConfigureAwait(false);
        await using var connection = await broker.ConnectAsync(bench.Channel, new ConnectionOptions { RequestTimeout = RequestTimeout }, cancellationToken).ConfigureAwait(false);
        await Traffic.RequestAsync(connection, 0, Requests, 4, 64, cancellationToken).ConfigureAwait(false);
        Expect.That(observers.Thrown >= Requests, $"{Requests} measurements at least", $"{observers.Thrown}");
        if (canLose)
        {
            relay!.ResetAll();
            await Recovery.ExpectAsync(connection, subject, "after the link was lost", cancellationToken).ConfigureAwait(false);
        }

        await Traffic.RequestAsync(connection, Requests, Requests, 4, 64, cancellationToken).ConfigureAwait(false);
    }
}
