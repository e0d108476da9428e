using System.Security.Cryptography;
using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class RoundTrip(string name, string description, int payloadBytes) : ConformanceCheck
{
    // A reply has the same limit as a message, and drivers put some headers into it.
    private const int ReplyHeadroomBytes = 4096;

    public override string Name => name;

    public override string Description => description;

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var length = (int)Math.Min(payloadBytes, bench.Broker.Traits.MaxPayloadBytes);
        await ExchangeAsync(bench, length, subject.Timeout, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Requests and sends one message of that size and compares what comes back with it.</summary>
    internal static async Task ExchangeAsync(Bench bench, int payloadBytes, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var payload = Payloads.Filled(payloadBytes, payloadBytes);
        var sent = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        var sentOnly = bench.NewChannel();
        var echoes = payloadBytes + ReplyHeadroomBytes <= bench.Broker.Traits.MaxPayloadBytes;
        await using var answering = await bench.ListenAsync(echoes ? Handlers.Echo : Handlers.Digest).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        using (var reply = await connection.RequestAsync(payload, cancellationToken).ConfigureAwait(false))
        {
            Payloads.ExpectSame(echoes ? payload : SHA256.HashData(payload), reply.Payload.Span, echoes ? "an answer" : "the hash");
        }

        await using var taking = await bench.ListenAsync(
            async (message, reply, token) =>
            {
                var hash = new System.Buffers.ArrayBufferWriter<byte>();
                await Handlers.Digest(message, hash, token).ConfigureAwait(false);
                sent.TrySetResult(hash.WrittenSpan.ToArray());
            },
            channel: sentOnly).ConfigureAwait(false);
        await using var sender = await bench.ConnectAsync(channel: sentOnly).ConfigureAwait(false);
        await sender.SendAsync(payload, cancellationToken).ConfigureAwait(false);
        var seen = await sent.Task.WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
        Payloads.ExpectSame(SHA256.HashData(payload), seen, "the hash of a sent message");
    }
}
