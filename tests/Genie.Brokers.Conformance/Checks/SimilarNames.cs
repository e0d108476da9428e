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
        var opened = new List<IAsyncDisposable>();
        try
        {
            await RunAsync(bench, opened, subject.Timeout, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // A channel is deleted once nobody listens on it.
            foreach (var each in Enumerable.Reverse(opened)) await each.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static async Task RunAsync(Bench bench, List<IAsyncDisposable> opened, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var name = bench.NewChannel();
        var toAll = new Arrivals();
        var hasBroadcasts = bench.Broker.Traits.BroadcastConfirmations.Count > 0;
        if (hasBroadcasts) opened.Add(await bench.ListenAsync(Handlers.Noting(toAll), new ListenOptions { Delivery = Delivery.Broadcast }, name).ConfigureAwait(false));
        string[] names = [.. Endings.Select(ending => name + ending), name.ToUpperInvariant()];
        var arrivals = new Arrivals?[names.Length];
        for (var i = 0; i < names.Length; i++) arrivals[i] = await ListenAsync(bench, opened, names[i], mayBeRefused: i > 0).ConfigureAwait(false);
        for (var i = 0; i < names.Length; i++)
        {
            if (arrivals[i] is null) continue;

            // They stay until the end: opening and closing is another check's matter.
            var connection = await bench.ConnectAsync(channel: names[i]).ConfigureAwait(false);
            opened.Add(connection);
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

    private static async Task<Arrivals?> ListenAsync(Bench bench, List<IAsyncDisposable> opened, string channel, bool mayBeRefused)
    {
        var arrivals = new Arrivals();
        try
        {
            opened.Add(await bench.ListenAsync(Handlers.Noting(arrivals), channel: channel).ConfigureAwait(false));
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
