using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class ChannelNames : ConformanceCheck
{
    private static readonly string[] Wrong = ["", " ", "a b", "a.b", "a/b", "a*", "a>", "a\nb", "\u00e9", new('a', Drivers.ChannelName.LengthMax + 1)];

    public override string Name => "channel-names";

    public override string Description => "A name with other characters than ASCII letters, digits, - and _ is refused with BrokerSettingException; the longest that is allowed works.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        foreach (var name in Wrong)
        {
            var shown = $"for the channel '{name.ReplaceLineEndings("\\n")}'";
            await Expect.ThrowsAsync<BrokerSettingException>(() => bench.ConnectAsync(channel: name), $"from connecting {shown}").ConfigureAwait(false);
            await Expect.ThrowsAsync<BrokerSettingException>(() => bench.ListenAsync(Handlers.Echo, channel: name), $"from listening {shown}").ConfigureAwait(false);
            await Expect.ThrowsAsync<BrokerSettingException>(
                async () => await bench.Broker.DeleteChannelAsync(name, cancellationToken).ConfigureAwait(false), $"from deleting {shown}").ConfigureAwait(false);
        }

        var longest = bench.NewChannel(Drivers.ChannelName.LengthMax);
        await using var listener = await bench.ListenAsync(Handlers.Echo, channel: longest).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync(channel: longest).ConfigureAwait(false);
        await Traffic.RequestOneAsync(connection, 1, 64, cancellationToken).ConfigureAwait(false);
    }
}
