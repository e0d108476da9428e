using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ListenersShare : ConformanceCheck
{
    private const int Listeners = 4;
    private const int Messages = 2000;

    public override string Name => "listeners-share";

    public override string Description => "4 listeners of one channel share its messages: each message goes to one of them, and each of them gets some.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var arrivals = new Arrivals();
        var listeners = new List<IAsyncDisposable>();
        for (var index = 0; index < Listeners; index++)
        {
            var listener = index;
            listeners.Add(await bench.ListenAsync(
                async (message, reply, token) =>
                {
                    arrivals.Note(message, listener);

                    // Keeps it busy for a moment, so that others have their turn; long enough for no measurement.
                    await Task.Delay(1, token).ConfigureAwait(false);
                    await Handlers.Echo(message, reply, token).ConfigureAwait(false);
                },
                new ListenOptions { Concurrency = 4, Prefetch = 16 }).ConfigureAwait(false));
        }

        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        await Traffic.RequestAsync(connection, 0, Messages / 2, inFlight: 64, payloadBytes: 64, cancellationToken).ConfigureAwait(false);
        await Traffic.SendAsync(connection, Messages / 2, Messages / 2, 64, cancellationToken).ConfigureAwait(false);
        await arrivals.ExpectAllAsync(Traffic.Numbers(0, Messages), subject.Timeout, cancellationToken).ConfigureAwait(false);
        foreach (var listener in listeners) await listener.DisposeAsync().ConfigureAwait(false);

        arrivals.ExpectNoneTwice();
        var shares = Enumerable.Range(0, Listeners).Select(arrivals.CountOf).ToArray();
        Expect.That(shares.All(share => share > 0), "each of 4 listeners gets messages", $"shares of {string.Join(", ", shares)}");
    }
}
