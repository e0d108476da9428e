using System.Net;
using Genie.Brokers.Conformance.Tools;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class RefusedForAWhile : ConformanceCheck
{
    public override string Name => "refused-for-a-while";

    public override string Description => "A server that refuses the password after a loss of the link, and takes it again later, has the same connection and listener back.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject is not { WithWrongPassword: { } withWrongPassword, AnyPasswordPort: > 0 }) throw new CheckNotApplicableException("no server that takes any password is at hand");
        await using var relay = TcpFaultProxy.Start(subject.AnyPasswordPort);
        await using var broker = withWrongPassword(relay.EndPoint.Port);
        var channel = ConformanceSubject.NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), Handlers.Echo, cancellationToken).ConfigureAwait(false);
        await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(5) }, cancellationToken).ConfigureAwait(false);
        await Recovery.ExpectAsync(connection, subject, "before the password is refused", cancellationToken).ConfigureAwait(false);

        relay.Target = new IPEndPoint(IPAddress.Loopback, subject.PasswordServerPort);
        var before = relay.Counts.Connections;
        relay.CloseAll();
        await Expect.EventuallyAsync(() => relay.Counts.Connections >= before + 2, subject.Timeout, "listener and connection come back", () => $"{relay.Counts.Connections - before} connections", cancellationToken).ConfigureAwait(false);
        await Expect.ThrowsAsync<BrokerAuthenticationException>(() => UntilRefusedAsync(connection, subject, cancellationToken), "while the password is refused").ConfigureAwait(false);

        relay.Target = new IPEndPoint(IPAddress.Loopback, subject.AnyPasswordPort);
        await Recovery.ExpectAsync(connection, subject, "after the password is right again", cancellationToken).ConfigureAwait(false);
    }

    private static async Task UntilRefusedAsync(IBrokerConnection connection, ConformanceSubject subject, CancellationToken cancellationToken)
    {
        for (var deadline = Environment.TickCount64 + (long)subject.Timeout.TotalMilliseconds; Environment.TickCount64 < deadline;)
        {
            try
            {
                (await connection.RequestAsync(Payloads.Numbered(1, 64), cancellationToken).ConfigureAwait(false)).Dispose();
            }
            catch (BrokerException error) when (error.IsTransient)
            {
                await Task.Delay(20, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
