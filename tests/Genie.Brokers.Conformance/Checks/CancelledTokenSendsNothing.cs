using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class CancelledTokenSendsNothing : ConformanceCheck
{
    private const int Cancelled = 1;
    private const int Sent = 2;

    private static readonly CancellationToken CancelledToken = new(canceled: true);

    public override string Name => "cancelled-token-sends-nothing";

    public override string Description => "With a token that is cancelled before, every call ends with OperationCanceledException at every confirmation level, and nothing is sent.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        foreach (var level in bench.Broker.Traits.Confirmations) await SendAsync(bench, subject, level, cancellationToken).ConfigureAwait(false);
        await ExpectCancelledAsync(async () => await bench.Broker.ConnectAsync(bench.Channel, new ConnectionOptions(), CancelledToken).ConfigureAwait(false), "to connect").ConfigureAwait(false);
        await ExpectCancelledAsync(async () => await bench.Broker.ListenAsync(bench.Channel, new ListenOptions(), Handlers.Echo, CancelledToken).ConfigureAwait(false), "to listen").ConfigureAwait(false);
        await ExpectCancelledAsync(async () => await bench.Broker.DeleteChannelAsync(bench.Channel, CancelledToken).ConfigureAwait(false), "to delete a channel").ConfigureAwait(false);
    }

    private static async Task SendAsync(Bench bench, ConformanceSubject subject, Confirmation level, CancellationToken cancellationToken)
    {
        var channel = bench.NewChannel();
        var arrivals = new Arrivals();
        await using var listener = await bench.ListenAsync(Handlers.Noting(arrivals), new ListenOptions(), channel).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync(new ConnectionOptions { Confirmation = level, RequestTimeout = subject.RequestTimeout }, channel).ConfigureAwait(false);
        var message = Payloads.Numbered(Cancelled, 64);
        await ExpectCancelledAsync(async () => await connection.SendAsync(message, CancelledToken).ConfigureAwait(false), $"to send at {level}").ConfigureAwait(false);
        await ExpectCancelledAsync(async () => (await connection.RequestAsync(message, CancelledToken).ConfigureAwait(false)).Dispose(), $"to request at {level}").ConfigureAwait(false);
        await ExpectCancelledAsync(async () => await connection.FlushAsync(CancelledToken).ConfigureAwait(false), $"to flush at {level}").ConfigureAwait(false);

        // What was sent before it would arrive before it, or be handled while it is answered.
        await Traffic.RequestOneAsync(connection, Sent, 64, cancellationToken).ConfigureAwait(false);
        await Traffic.RequestOneAsync(connection, Sent + 1, 64, cancellationToken).ConfigureAwait(false);
        Expect.That(!arrivals.Has(Cancelled), $"nothing is sent with a cancelled token at {level}", "it arrived");
    }

    private static async Task ExpectCancelledAsync(Func<Task> call, string what) =>
        await Expect.ThrowsAsync<OperationCanceledException>(call, $"when it is asked {what} with a cancelled token").ConfigureAwait(false);
}
