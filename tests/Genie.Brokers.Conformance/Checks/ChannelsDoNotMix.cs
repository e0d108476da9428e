using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ChannelsDoNotMix : ConformanceCheck
{
    private const int Messages = 500;

    public override string Name => "channels-do-not-mix";

    public override string Description => "Messages and answers of two channels, one name a prefix of the other, stay apart.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var first = bench.NewChannel();
        string[] channels = [first, first + "-2"];
        var arrivals = new[] { new Arrivals(), new Arrivals() };
        await using var listenerA = await bench.ListenAsync(Handlers.Noting(arrivals[0]), channel: channels[0]).ConfigureAwait(false);
        await using var listenerB = await bench.ListenAsync(Handlers.Noting(arrivals[1]), channel: channels[1]).ConfigureAwait(false);
        await Task.WhenAll(Enumerable.Range(0, channels.Length).Select(async index =>
        {
            await using var connection = await bench.ConnectAsync(channel: channels[index]).ConfigureAwait(false);
            var from = 2 * Messages * index;
            await Traffic.SendAsync(connection, from, Messages, 64, cancellationToken).ConfigureAwait(false);
            await Traffic.RequestAsync(connection, from + Messages, Messages, 32, 64, cancellationToken).ConfigureAwait(false);
            await arrivals[index].ExpectAllAsync(Traffic.Numbers(from, 2 * Messages), subject.Timeout, cancellationToken).ConfigureAwait(false);
            arrivals[index].ExpectOnly(from, from + (2 * Messages));
        })).ConfigureAwait(false);

        // A channel is deleted once nobody listens on it.
        await listenerB.DisposeAsync().ConfigureAwait(false);
        await bench.Broker.DeleteChannelAsync(channels[1], cancellationToken).ConfigureAwait(false);
    }
}
