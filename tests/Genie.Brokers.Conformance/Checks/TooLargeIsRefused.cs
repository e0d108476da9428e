using System.Buffers;
using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class TooLargeIsRefused : ConformanceCheck
{
    private const long WantsTooMuch = -2;

    public override string Name => "one-byte-too-many-is-refused";

    public override string Description => "A message one byte over the limit is refused with PayloadTooLargeException, is not delivered, and the link still works; in place of such an answer the requester gets an error.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync((message, reply, token) =>
        {
            if (Payloads.NumberOf(message) != WantsTooMuch) return Handlers.Noting(arrivals)(message, reply, token);
            reply.Write(new byte[(int)bench.Broker.Traits.MaxPayloadBytes + 1]);
            return ValueTask.CompletedTask;
        }).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        var max = bench.Broker.Traits.MaxPayloadBytes;
        if (max >= subject.SentPayloadBytesMax)
            throw new CheckNotApplicableException($"the largest message, {max:N0} bytes, exceeds what the suite sends, {subject.SentPayloadBytesMax:N0}");

        var tooLarge = Payloads.Numbered(-1, (int)max + 1);
        await ExpectRefusedAsync(async () => await connection.SendAsync(tooLarge, cancellationToken).ConfigureAwait(false), max, "sent").ConfigureAwait(false);
        await ExpectRefusedAsync(
            async () => (await connection.RequestAsync(tooLarge, cancellationToken).ConfigureAwait(false)).Dispose(), max, "requested").ConfigureAwait(false);

        await Traffic.RequestAsync(connection, from: 0, count: 50, inFlight: 4, payloadBytes: 100, cancellationToken).ConfigureAwait(false);
        var error = await Expect.ThrowsAsync<RemoteHandlerException>(
            async () => (await connection.RequestAsync(Payloads.Numbered(WantsTooMuch, 64), cancellationToken).ConfigureAwait(false)).Dispose(),
            "when the answer has one byte too many").ConfigureAwait(false);
        Expect.That(error.Message.Contains(nameof(PayloadTooLargeException), StringComparison.Ordinal), "an error that says so", error.Message);
        await Traffic.RequestAsync(connection, from: 50, count: 50, inFlight: 4, payloadBytes: 100, cancellationToken).ConfigureAwait(false);

        Expect.That(!arrivals.Has(-1), "a refused message is not delivered", "it was");
    }

    private static async Task ExpectRefusedAsync(Func<Task> action, long max, string how)
    {
        var error = await Expect.ThrowsAsync<PayloadTooLargeException>(action, $"when one byte too many is {how}").ConfigureAwait(false);
        Expect.Equal(max + 1, error.PayloadBytes, "the refused size in the error,");
        Expect.Equal(max, error.MaxPayloadBytes, "the largest size in the error,");
        Expect.That(!error.IsTransient, "the error is not transient", "it is");
    }
}
