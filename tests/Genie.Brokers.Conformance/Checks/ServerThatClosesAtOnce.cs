using Genie.Brokers.Conformance.Tools;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ServerThatClosesAtOnce : ConformanceCheck
{
    // Twice three seconds of waits that grow from 50 ms to 2 s, with the luck of full jitter; without growing waits there are hundreds.
    private const int ConnectionsMax = 80;

    private static readonly TimeSpan Watch = TimeSpan.FromSeconds(3);

    public override string Name => "server-that-closes-at-once";

    public override string Description => "A server that greets and closes is not stormed with connections, and once it stays the same connection and listener work again.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject is not { AtPort: { } atPort, ServerPort: > 0 }) throw new CheckNotApplicableException("the server cannot be reached through a relay");
        await using var relay = TcpFaultProxy.Start(subject.ServerPort);
        await using var bench = new Bench(subject, cancellationToken);
        await using var broker = atPort(relay.EndPoint.Port);
        var arrivals = new Arrivals();
        await using var listener = await broker.ListenAsync(bench.Channel, new ListenOptions(), Handlers.Noting(arrivals), cancellationToken).ConfigureAwait(false);
        await using var connection = await broker.ConnectAsync(bench.Channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(5) }, cancellationToken).ConfigureAwait(false);
        var before = relay.Counts.Connections;
        relay.Begin(TcpFault.GreetThenClose);
        await Task.Delay(Watch, cancellationToken).ConfigureAwait(false);
        var connections = relay.Counts.Connections - before;
        Expect.That(connections <= ConnectionsMax, $"at most {ConnectionsMax} connections in {Watch.TotalSeconds:0} s", $"{connections}");

        relay.Heal();
        await Recovery.ExpectAsync(connection, subject, "after the server stays", cancellationToken).ConfigureAwait(false);
    }
}
