using Genie.Brokers.Conformance.Tools;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class FlushTellsOfALoss : ConformanceCheck
{
    private const int Arrived = 20;
    private const int Lost = 20;

    private static readonly TimeSpan OnTheirWayTime = TimeSpan.FromMilliseconds(500);

    public override string Name => "flush-tells-of-a-loss";

    public override string Description => "Messages without confirmation that are lost with the link fail the next flush, once; those that were flushed before do not.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject is not { AtPort: { } atPort, ServerPort: > 0 }) throw new CheckNotApplicableException("the server cannot be reached through a relay");
        await using var relay = TcpFaultProxy.Start(subject.ServerPort);
        await using var bench = new Bench(subject, cancellationToken);
        if (!bench.Broker.Traits.Confirmations.Contains(Confirmation.Buffered)) throw new CheckNotApplicableException("each message is confirmed");
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        await using var broker = atPort(relay.EndPoint.Port);
        var options = new ConnectionOptions { RequestTimeout = subject.RequestTimeout, Confirmation = Confirmation.Buffered };
        await using var connection = await broker.ConnectAsync(bench.Channel, options, cancellationToken).ConfigureAwait(false);
        await Traffic.SendAsync(connection, 0, Arrived, 64, cancellationToken).ConfigureAwait(false);
        await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
        await LoseLinkAsync(relay, cancellationToken).ConfigureAwait(false);
        await connection.FlushAsync(cancellationToken).ConfigureAwait(false);

        relay.Begin(TcpFault.Stall);
        await Traffic.SendAsync(connection, Arrived, Lost, 64, cancellationToken).ConfigureAwait(false);
        await Task.Delay(OnTheirWayTime, cancellationToken).ConfigureAwait(false);
        await LoseLinkAsync(relay, cancellationToken).ConfigureAwait(false);
        var said = await FlushAsync(connection, cancellationToken).ConfigureAwait(false);
        if (said is null) await arrivals.ExpectAllAsync(Traffic.Numbers(0, Arrived + Lost), subject.Timeout, cancellationToken, ", as the flush said nothing else").ConfigureAwait(false);
        else Expect.That(said.IsTransient, "a transient error", said.Message);

        await Traffic.SendAsync(connection, Arrived + Lost, Arrived, 64, cancellationToken).ConfigureAwait(false);
        await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
        await Expect.EventuallyAsync(
            () => Traffic.Numbers(Arrived + Lost, Arrived).All(arrivals.Has), subject.Timeout, "what is sent over the next link arrives", () => $"{arrivals.Distinct} arrived in all",
            cancellationToken).ConfigureAwait(false);
    }

    private static async Task LoseLinkAsync(TcpFaultProxy relay, CancellationToken cancellationToken)
    {
        relay.ResetAll();
        relay.Heal();

        // Until the client has seen it: a flush over the dying link says so itself.
        await Task.Delay(OnTheirWayTime, cancellationToken).ConfigureAwait(false);
    }

    private static async Task<BrokerException?> FlushAsync(IBrokerConnection connection, CancellationToken cancellationToken)
    {
        try
        {
            await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (BrokerException error)
        {
            return error;
        }
    }
}
