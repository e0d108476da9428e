using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class TimedOutRequestFreesItsSlot : ConformanceCheck
{
    private static readonly TimeSpan ShortTimeout = TimeSpan.FromSeconds(2);

    public override string Name => "timed-out-request-frees-its-slot";

    public override string Description => "An unanswered request ends with RequestTimeoutException and frees its slot; its answer is counted as late and reaches nobody.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken) => LateReplyProbe.RunAsync(
        subject, ShortTimeout,
        async (connection, message, _) =>
        {
            var request = connection.RequestAsync(message, cancellationToken).AsTask();
            await Expect.EndsAsync(request, subject.Timeout, "an unanswered request").ConfigureAwait(false);
            var error = await Expect.ThrowsAsync<RequestTimeoutException>(() => request, "when no answer comes").ConfigureAwait(false);
            Expect.That(error.IsTransient, "a time-out is transient", "it is not");
        },
        cancellationToken);
}
