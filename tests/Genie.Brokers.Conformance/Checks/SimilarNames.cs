using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class SimilarNames : ConformanceCheck
{
    private const int PayloadBytes = 64;

    // Kafka takes '_' and '.' for each other, Pulsar names partitions so, and groups, answers and messages to all have names of their own.
    private static readonly string[] Endings = ["", "_broadcast", "-partition-0", "-workers", "-reply", "_", "-"];

    public override string Name => "similar-channel-names";

    public override string Description => "Channels whose names a system could take for each other's, or for those of messages to all, are kept apart or refused for good.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var listeners = new List<IAsyncDisposable>();
        try
        {
            await RunAsync(bench, listeners, subject.Timeout, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // A channel is deleted once nobody listens on it.
            foreach (var listener in listeners) await listener.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static async Task RunAsync(Bench bench, List<IAsyncDisposable> listeners, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var name = bench.NewChannel();
        var toAll = new Arrivals();
        var hasBroadcasts = bench.Broker.Traits.BroadcastConfirmations.Count > 0;
        if (hasBroadcasts) listeners.Add(await bench.ListenAsync(Handlers.Noting(toAll), new ListenOptions { Delivery = Delivery.Broadcast }, name).ConfigureAwait(false));
        string[] names = [.. Endings.Select(ending => name + ending), name.ToUpperInvariant()];
        var arrivals = new Arrivals?[names.Length];
        for (var i = 0; i < names.Length; i++) arrivals[i] = await ListenAsync(bench, listeners, names[i], mayBeRefused: i > 0).ConfigureAwait(false);
        for (var i = 0; i < names.Length; i++)
        {
            if (arrivals[i] is null) continue;
            await using var connection = await bench.ConnectAsync(channel: names[i]).ConfigureAwait(false);
            await Traffic.RequestOneAsync(connection, i, PayloadBytes, cancellationToken).ConfigureAwait(false);
        }

        if (hasBroadcasts)
        {
            await using var connection = await bench.ConnectAsync(new ConnectionOptions { Delivery = Delivery.Broadcast }, name).ConfigureAwait(false);
            await Traffic.SendAsync(connection, names.Length, 1, PayloadBytes, cancellationToken).ConfigureAwait(false);
            await toAll.ExpectAllAsync([names.Length], timeout, cancellationToken).ConfigureAwait(false);
            toAll.ExpectOnly(names.Length, names.Length + 1);
        }

        for (var i = 0; i < names.Length; i++) arrivals[i]?.ExpectOnly(i, i + 1);
    }

    private static async Task<Arrivals?> ListenAsync(Bench bench, List<IAsyncDisposable> listeners, string channel, bool mayBeRefused)
    {
        var arrivals = new Arrivals();
        try
        {
            listeners.Add(await bench.ListenAsync(Handlers.Noting(arrivals), channel: channel).ConfigureAwait(false));
            bench.Track(channel);
            return arrivals;
        }
        catch (BrokerException error) when (mayBeRefused && !error.IsTransient)
        {
            await Expect.ThrowsAsync<BrokerException>(() => bench.ConnectAsync(channel: channel), $"from connecting to '{channel}', which is refused to listeners").ConfigureAwait(false);
            return null;
        }
    }
}
