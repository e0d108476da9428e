using Genie.Brokers.Conformance.Tools;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class WrongPassword : ConformanceCheck
{
    // Long enough that a client that retries is seen to; a client that does not retry passes whatever the time.
    private static readonly TimeSpan Watch = TimeSpan.FromSeconds(3);

    public override string Name => "wrong-password";

    public override string Description => "A wrong password gives one BrokerAuthenticationException, from connecting and from listening, and no further attempts.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject.WithWrongPassword is not { } withWrongPassword) throw new CheckNotApplicableException("no server with passwords is at hand");
        await using var relay = TcpFaultProxy.Start(subject.PasswordServerPort);
        await using var broker = withWrongPassword(relay.EndPoint.Port);
        var channel = ConformanceSubject.NewChannel();
        Func<Task>[] attempts =
        [
            async () => await broker.ConnectAsync(channel, new ConnectionOptions(), cancellationToken).ConfigureAwait(false),
            async () => await broker.ListenAsync(channel, new ListenOptions(), Handlers.Echo, cancellationToken).ConfigureAwait(false),
        ];
        foreach (var attempt in attempts)
        {
            var before = relay.Counts.Connections;
            var error = await Expect.ThrowsAsync<BrokerAuthenticationException>(attempt, "with a wrong password").ConfigureAwait(false);
            Expect.That(!error.IsTransient, "the error is not transient", "it is");
            Expect.That(relay.Counts.Connections > before, "the driver asks the server", "it made no connection");
        }

        await Task.Delay(Watch, cancellationToken).ConfigureAwait(false);
        var most = attempts.Length * subject.RefusedConnectAttemptsMax;
        Expect.That(relay.Counts.Connections <= most, $"at most {most} connections for {attempts.Length} refused attempts", $"{relay.Counts.Connections}");
    }
}
