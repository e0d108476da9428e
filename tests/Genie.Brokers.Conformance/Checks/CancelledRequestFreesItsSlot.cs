using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class CancelledRequestFreesItsSlot : ConformanceCheck
{
    public override string Name => "cancelled-request-frees-its-slot";

    public override string Description => "A cancelled request ends at once and frees its slot; its answer is counted as late and reaches nobody.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken) => LateReplyProbe.RunAsync(
        subject, subject.RequestTimeout,
        async (connection, message, started) =>
        {
            await Expect.ThrowsAsync<OperationCanceledException>(
                async () => (await connection.RequestAsync(message, new CancellationToken(canceled: true)).ConfigureAwait(false)).Dispose(),
                "when the token is cancelled before").ConfigureAwait(false);

            using var source = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var request = connection.RequestAsync(message, source.Token).AsTask();
            await started.WaitAsync(subject.Timeout, cancellationToken).ConfigureAwait(false);
            await source.CancelAsync().ConfigureAwait(false);
            await Expect.EndsAsync(request, subject.Timeout, "a cancelled request").ConfigureAwait(false);
            await Expect.ThrowsAsync<OperationCanceledException>(() => request, "when a pending request is cancelled").ConfigureAwait(false);
        },
        cancellationToken);
}
