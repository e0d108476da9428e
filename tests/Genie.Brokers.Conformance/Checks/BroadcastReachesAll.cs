using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class BroadcastReachesAll : ConformanceCheck
{
    private const int Listeners = 3;
    private const int Messages = 200;
    private const int PayloadBytes = 64;

    private static readonly ListenOptions ToAll = new() { Delivery = Delivery.Broadcast };

    public override string Name => "broadcast-reaches-all";

    public override string Description => "A message that is broadcast reaches each of 3 listeners once and no competing one; where the system cannot broadcast, asking is refused.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        if (bench.Broker.Traits.BroadcastConfirmations.Count == 0)
        {
            await ExpectRefusalAsync(bench).ConfigureAwait(false);
            return;
        }

        await ExpectLevelsAsync(bench).ConfigureAwait(false);
        await ExpectNoListenerIsFineAsync(bench, subject).ConfigureAwait(false);
        await ExpectDeliveriesAsync(bench, subject, cancellationToken).ConfigureAwait(false);
    }

    private static async Task ExpectDeliveriesAsync(Bench bench, ConformanceSubject subject, CancellationToken cancellationToken)
    {
        var competing = new Arrivals();
        Arrivals[] arrivals = [.. Enumerable.Range(0, Listeners).Select(_ => new Arrivals())];
        await using var worker = await bench.ListenAsync(Handlers.Noting(competing)).ConfigureAwait(false);
        var listeners = new List<IAsyncDisposable>();
        foreach (var own in arrivals) listeners.Add(await bench.ListenAsync(Handlers.Noting(own), ToAll).ConfigureAwait(false));

        var number = 0L;
        foreach (var level in bench.Broker.Traits.BroadcastConfirmations)
        {
            await using var sender = await bench.ConnectAsync(ToEach(subject, level)).ConfigureAwait(false);
            await Traffic.SendAsync(sender, number, Messages, PayloadBytes, cancellationToken).ConfigureAwait(false);
            number += Messages;
        }

        foreach (var own in arrivals) await own.ExpectAllAsync(Traffic.Numbers(0, (int)number), subject.Timeout, cancellationToken, " at every listener").ConfigureAwait(false);

        // The first answer is the caller's; the others reach nobody, and are counted.
        await using var connection = await bench.ConnectAsync(ToEach(subject, level: null)).ConfigureAwait(false);
        await Traffic.RequestAsync(connection, number, 1, inFlight: 1, PayloadBytes, cancellationToken).ConfigureAwait(false);
        await Expect.EventuallyAsync(
            () => connection.LateReplies == Listeners - 1, subject.Timeout, $"{Listeners - 1} further answers, counted as late", () => $"{connection.LateReplies}", cancellationToken).ConfigureAwait(false);
        number++;

        // Whoever has left gets nothing more, and keeps nobody else from it.
        await listeners[0].DisposeAsync().ConfigureAwait(false);
        await Traffic.SendAsync(connection, number, Messages, PayloadBytes, cancellationToken).ConfigureAwait(false);
        foreach (var own in arrivals.Skip(1)) await own.ExpectAllAsync(Traffic.Numbers(0, (int)number + Messages), subject.Timeout, cancellationToken, " at every listener that is left").ConfigureAwait(false);

        await using var ordinary = await bench.ConnectAsync().ConfigureAwait(false);
        await Traffic.RequestAsync(ordinary, number + Messages, 1, inFlight: 1, PayloadBytes, cancellationToken).ConfigureAwait(false);
        foreach (var listener in listeners) await listener.DisposeAsync().ConfigureAwait(false);
        await worker.DisposeAsync().ConfigureAwait(false);

        competing.ExpectOnly(number + Messages, number + Messages + 1);
        arrivals[0].ExpectOnly(0, number);
        foreach (var own in arrivals)
        {
            own.ExpectNoneTwice();
            own.ExpectOnly(0, number + Messages);
        }
    }

    private static async Task ExpectNoListenerIsFineAsync(Bench bench, ConformanceSubject subject)
    {
        foreach (var level in bench.Broker.Traits.BroadcastConfirmations)
        {
            await using var connection = await bench.ConnectAsync(ToEach(subject, level), bench.NewChannel()).ConfigureAwait(false);
            await connection.SendAsync(new byte[PayloadBytes], CancellationToken.None).ConfigureAwait(false);
            await connection.FlushAsync(CancellationToken.None).ConfigureAwait(false);
        }
    }

    private static async Task ExpectLevelsAsync(Bench bench)
    {
        foreach (var level in Enum.GetValues<Confirmation>().Except(bench.Broker.Traits.BroadcastConfirmations))
        {
            await Expect.ThrowsAsync<ConfirmationNotSupportedException>(
                () => bench.ConnectAsync(new ConnectionOptions { Delivery = Delivery.Broadcast, Confirmation = level }), $"when {level} is asked for by one who broadcasts").ConfigureAwait(false);
        }
    }

    private static async Task ExpectRefusalAsync(Bench bench)
    {
        const string When = "when the traits say that the system cannot broadcast";
        await Expect.ThrowsAsync<BroadcastNotSupportedException>(() => bench.ConnectAsync(new ConnectionOptions { Delivery = Delivery.Broadcast }), When).ConfigureAwait(false);
        await Expect.ThrowsAsync<BroadcastNotSupportedException>(() => bench.ListenAsync(Handlers.Echo, ToAll), When).ConfigureAwait(false);
    }

    private static ConnectionOptions ToEach(ConformanceSubject subject, Confirmation? level) =>
        new() { Delivery = Delivery.Broadcast, Confirmation = level, RequestTimeout = subject.RequestTimeout };
}
