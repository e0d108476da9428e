using System.Collections.Concurrent;
using Genie.Brokers.Conformance.Tools;
using Genie.Brokers.Links;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class BacklogDoesNotHideALoss : ConformanceCheck
{
    private const int Behind = 2000;
    private const int PayloadBytes = 1024;

    // A handler that goes on, so that the link is read in bits: all of it takes many times as long as the listener may be away.
    private static readonly TimeSpan Slow = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan MaxAway = TimeSpan.FromSeconds(3);

    public override string Name => "backlog-does-not-hide-a-loss";

    public override string Description => "A listener whose handler is far behind is back at once when its link is lost, before the handler has caught up.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject is not { AtPort: { } atPort, ServerPort: > 0 }) throw new CheckNotApplicableException("the server cannot be reached through a relay");
        await using var relay = TcpFaultProxy.Start(subject.ServerPort);
        await using var bench = new Bench(subject, cancellationToken);
        await using var connection = await bench.ConnectAsync(new ConnectionOptions { RequestTimeout = subject.RequestTimeout }).ConfigureAwait(false);
        await using var broker = atPort(relay.EndPoint.Port);
        var (handled, isSlow, changes) = (0, true, new ConcurrentQueue<LinkChange>());
        await using var listener = await broker.ListenAsync(
            bench.Channel, new ListenOptions { Prefetch = 64, LinkChanged = changes.Enqueue },
            async (message, reply, token) =>
            {
                Interlocked.Increment(ref handled);
                if (Volatile.Read(ref isSlow)) await Task.Delay(Slow, CancellationToken.None).ConfigureAwait(false);
                await Handlers.Echo(message, reply, token).ConfigureAwait(false);
            },
            cancellationToken).ConfigureAwait(false);
        await Traffic.SendAsync(connection, 0, Behind, PayloadBytes, cancellationToken).ConfigureAwait(false);
        await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
        await Expect.EventuallyAsync(() => Volatile.Read(ref handled) > 0, subject.Timeout, "the handler begins", () => "it is not called", cancellationToken).ConfigureAwait(false);

        var connections = relay.Counts.Connections;
        relay.CloseAll();
        await Expect.EventuallyAsync(() => IsBack(relay, connections, changes), MaxAway, "the listener is back", () => $"{handled} of {Behind} handled", cancellationToken).ConfigureAwait(false);
        Volatile.Write(ref isSlow, false);
        await Recovery.ExpectAsync(connection, subject, "after the loss", cancellationToken).ConfigureAwait(false);
    }

    // A library that keeps up its link by itself says nothing: that it connects again must do.
    private static bool IsBack(TcpFaultProxy relay, long connections, ConcurrentQueue<LinkChange> changes) =>
        changes.IsEmpty ? relay.Counts.Connections > connections : changes.Any(static change => change.State == LinkState.Restored);
}
