using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class DeleteChannel : ConformanceCheck
{
    public override string Name => "delete-channel";

    public override string Description => "A channel can be deleted, also one that never was; what it held is gone, it can be used anew. One that is in use is deleted or refused as such; its listener can be closed either way.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var channel = bench.NewChannel();
        await bench.Broker.DeleteChannelAsync(ConformanceSubject.NewChannel(), cancellationToken).ConfigureAwait(false);
        for (var round = 0; round < 2; round++)
        {
            var arrivals = new Arrivals();
            var listener = await bench.ListenAsync(Handlers.Noting(arrivals), channel: channel).ConfigureAwait(false);
            await using (var connection = await bench.ConnectAsync(channel: channel).ConfigureAwait(false))
            {
                await Traffic.RequestOneAsync(connection, round, 64, cancellationToken).ConfigureAwait(false);
                await listener.DisposeAsync().ConfigureAwait(false);
                if (bench.Broker.Traits.HoldsWithoutListener)
                    await connection.SendAsync(Payloads.Numbered(100 + round, 64), cancellationToken).ConfigureAwait(false);
            }

            await bench.Broker.DeleteChannelAsync(channel, cancellationToken).ConfigureAwait(false);
            arrivals.ExpectOnly(round, round + 1);
        }

        var orphan = await bench.ListenAsync(Handlers.Echo, channel: channel).ConfigureAwait(false);
        try
        {
            await bench.Broker.DeleteChannelAsync(channel, cancellationToken).ConfigureAwait(false);
        }
        catch (ChannelInUseException)
        {
            // The contract leaves it to the system.
        }

        await Expect.EndsAsync(orphan.DisposeAsync().AsTask(), subject.Timeout, "closing a listener whose channel was deleted").ConfigureAwait(false);
    }
}
