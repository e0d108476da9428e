using Genie.Brokers.Conformance.Tools;
using Genie.Servers;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class UnreachableServer : ConformanceCheck
{
    public override string Name => "unreachable-server";

    public override string Description => "Where nothing listens, connecting and listening fail with BrokerUnreachableException that names host and port.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject.AtPort is not { } atPort) throw new CheckNotApplicableException("the system has no server address");
        var port = Ports.PickFree();
        await using var broker = atPort(port);
        var channel = ConformanceSubject.NewChannel();
        ExpectNamed(
            await Expect.ThrowsAsync<BrokerUnreachableException>(
                async () => await broker.ConnectAsync(channel, new ConnectionOptions(), cancellationToken).ConfigureAwait(false),
                "from connecting where nothing listens").ConfigureAwait(false),
            port);
        ExpectNamed(
            await Expect.ThrowsAsync<BrokerUnreachableException>(
                async () => await broker.ListenAsync(channel, new ListenOptions(), Handlers.Echo, cancellationToken).ConfigureAwait(false),
                "from listening where nothing listens").ConfigureAwait(false),
            port);
    }

    private static void ExpectNamed(BrokerUnreachableException error, int port)
    {
        Expect.Equal(port, error.Port, "the port in the error,");
        Expect.That(error.Host is "127.0.0.1" or "localhost", "host 127.0.0.1 in the error", error.Host);
        Expect.That(error.IsTransient, "the error is transient", "it is not");
    }
}
