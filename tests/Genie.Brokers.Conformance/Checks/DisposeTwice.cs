using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class DisposeTwice : ConformanceCheck
{
    public override string Name => "dispose-twice";

    public override string Description => "Disposing connection, listener and broker twice, also at once, is harmless; a disposed connection says that it is.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var listener = await bench.ListenAsync(Handlers.Echo).ConfigureAwait(false);
        var connection = await bench.ConnectAsync().ConfigureAwait(false);
        await Traffic.RequestOneAsync(connection, 1, 64, cancellationToken).ConfigureAwait(false);
        foreach (var disposable in new IAsyncDisposable[] { connection, listener })
        {
            await Task.WhenAll(disposable.DisposeAsync().AsTask(), disposable.DisposeAsync().AsTask()).ConfigureAwait(false);
            await disposable.DisposeAsync().ConfigureAwait(false);
        }

        await ExpectDisposedAsync(connection, cancellationToken).ConfigureAwait(false);

        // A broker closes what was made from it.
        var broker = subject.CreateBroker();
        var channel = bench.NewChannel();
        var orphan = await broker.ConnectAsync(channel, new ConnectionOptions(), cancellationToken).ConfigureAwait(false);
        var orphanListener = await broker.ListenAsync(channel, new ListenOptions(), Handlers.Echo, cancellationToken).ConfigureAwait(false);
        await broker.DisposeAsync().ConfigureAwait(false);
        await broker.DisposeAsync().ConfigureAwait(false);
        await ExpectDisposedAsync(orphan, cancellationToken).ConfigureAwait(false);
        await orphan.DisposeAsync().ConfigureAwait(false);
        await orphanListener.DisposeAsync().ConfigureAwait(false);
    }

    private static async Task ExpectDisposedAsync(IBrokerConnection connection, CancellationToken cancellationToken)
    {
        await Expect.ThrowsAsync<ObjectDisposedException>(
            async () => (await connection.RequestAsync(Payloads.Numbered(2, 64), cancellationToken).ConfigureAwait(false)).Dispose(),
            "from a request on a disposed connection").ConfigureAwait(false);
        await Expect.ThrowsAsync<ObjectDisposedException>(
            async () => await connection.SendAsync(Payloads.Numbered(2, 64), cancellationToken).ConfigureAwait(false),
            "from a send on a disposed connection").ConfigureAwait(false);
    }
}
