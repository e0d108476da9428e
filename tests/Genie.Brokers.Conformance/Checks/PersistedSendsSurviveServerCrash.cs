using System.Collections.Concurrent;
using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class PersistedSendsSurviveServerCrash : ConformanceCheck
{
    private const int Senders = 4;

    // A message's number tells on which side of the crash it was sent.
    private const int NumbersBetweenErrors = 1_000_000;
    private static readonly TimeSpan DownTime = TimeSpan.FromSeconds(1);

    public override string Name => "persisted-sends-survive-server-crash";

    public override string Description => "Every message confirmed as persisted reaches a listener though the server is killed and restarted meanwhile; twice only if the traits allow it.";

    public override bool RunsAlone => true;

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject.CrashAndRestartServer is not { } crashAndRestart) throw new CheckNotApplicableException("the suite may not kill this server");
        await using var bench = new Bench(subject, cancellationToken);
        if (!bench.Broker.Traits.Confirmations.Contains(Confirmation.Persisted)) throw new CheckNotApplicableException("the system confirms nothing as persisted");
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals)).ConfigureAwait(false);
        await Task.Delay(ConformanceSubject.DeclarationIsWritten, cancellationToken).ConfigureAwait(false);
        var confirmed = new ConcurrentQueue<long>();
        using var stop = new CancellationTokenSource();

        // All are connected before the first sends: who is still connecting when the server is killed is told that nobody answers.
        var connections = new IBrokerConnection[Senders];
        for (var i = 0; i < Senders; i++) connections[i] = await bench.ConnectAsync(new ConnectionOptions { Confirmation = Confirmation.Persisted }).ConfigureAwait(false);
        var senders = connections.Select((connection, sender) => Task.Run(() => SendAsync(connection, sender, confirmed, stop.Token), cancellationToken)).ToArray();

        await ExpectConfirmedAsync(200, "messages are confirmed before the crash").ConfigureAwait(false);
        await crashAndRestart(DownTime).ConfigureAwait(false);
        await ExpectConfirmedAsync(confirmed.Count + 200, "messages are confirmed after the restart").ConfigureAwait(false);
        await stop.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(senders).ConfigureAwait(false);

        await arrivals.ExpectAllAsync([.. confirmed], subject.Timeout, cancellationToken).ConfigureAwait(false);
        if (!bench.Broker.Traits.CanRedeliver) arrivals.ExpectNoneTwice();

        Task ExpectConfirmedAsync(int count, string expected) => Expect.EventuallyAsync(
            () => confirmed.Count >= count || senders.Any(sender => sender.IsFaulted), subject.Timeout, expected,
            () => $"{confirmed.Count} of {count}", cancellationToken);
    }

    private static async Task SendAsync(IBrokerConnection connection, int sender, ConcurrentQueue<long> confirmed, CancellationToken stop)
    {
        for (var number = (long)sender << 32; !stop.IsCancellationRequested; number++)
        {
            try
            {
                await connection.SendAsync(Payloads.Numbered(number, 64), CancellationToken.None).ConfigureAwait(false);
                confirmed.Enqueue(number);
            }
            catch (BrokerException error)
            {
                // Unknown whether it arrived; a new number is sent next, so that nothing of ours arrives twice.
                number += NumbersBetweenErrors;
                Expect.That(error.IsTransient, "errors during a crash are transient", $"{error.GetType().Name}: {error.Message}");
                await Task.Delay(20, CancellationToken.None).ConfigureAwait(false);
            }
        }
    }
}
