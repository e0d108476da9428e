using System.Buffers;
using System.Threading.Channels;
using Genie.Brokers.Conformance.Tools;
using Genie.Brokers.Envelopes;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class NativeHeadersTravel : ConformanceCheck
{
    private static readonly MessageHeaders Said = new()
    {
        Id = "id-1",
        Key = "customer 4",
        SentAt = new DateTimeOffset(2026, 3, 1, 12, 30, 15, 123, 456, TimeSpan.Zero),
        Values = new Dictionary<string, string>
        {
            ["traceparent"] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            ["Kind"] = "fruit; \"\u00e4pple\" \\ 50% \u20ac",
            ["x-empty"] = "",
        },
    };

    public override string Name => "native-headers-travel";

    public override string Description => "Headers, id and key travel in the system's own headers and come out the same, to those who ask for them; where the system has none, asking is refused.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        if (bench.Broker.Traits.NativeHeaders) await TravelAsync(bench, subject.Timeout, cancellationToken).ConfigureAwait(false);
        else await ExpectRefusalAsync(bench, cancellationToken).ConfigureAwait(false);
    }

    private static async Task TravelAsync(Bench bench, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var received = Channel.CreateUnbounded<byte[]>();
        byte[] body = [0, 10, 13, .. "body"u8, 0];
        await using var listener = await bench.Broker.ListenAsync(bench.Channel, new ListenOptions { NativeHeaders = true }, AnswerAsync, cancellationToken).ConfigureAwait(false);
        await using var connection = await bench.Broker.ConnectAsync(bench.Channel, new ConnectionOptions { NativeHeaders = true }, cancellationToken).ConfigureAwait(false);
        await connection.SendAsync(Envelope(Said, body), cancellationToken).ConfigureAwait(false);
        Expect.That(MessageEnvelope.TryRead(await NextAsync().ConfigureAwait(false), out var headers, out var payload), "an envelope", "none");
        ExpectSaid(headers);
        Expect.That(payload.Span.SequenceEqual(body), "the body that was sent", Convert.ToHexString(payload.Span));

        // What has no headers needs no envelope.
        await connection.SendAsync(body, cancellationToken).ConfigureAwait(false);
        Expect.That((await NextAsync().ConfigureAwait(false)).AsSpan().SequenceEqual(body), "the message that was sent", "another");
        foreach (var form in new[] { AnswerForm.Envelope, AnswerForm.Plain })
        {
            using var reply = await connection.RequestAsync(Envelope(Said with { Answer = form }, body), cancellationToken).ConfigureAwait(false);
            MessageEnvelope.TryRead(await NextAsync().ConfigureAwait(false), out var asked, out _);
            Expect.Equal(form, asked.Answer, "the form of the answer");
            ExpectSaid(asked);
        }

        async ValueTask<byte[]> NextAsync() => await received.Reader.ReadAsync(cancellationToken).AsTask().WaitAsync(timeout, cancellationToken).ConfigureAwait(false);

        ValueTask AnswerAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken stopping)
        {
            received.Writer.TryWrite(message.ToArray());
            return ValueTask.CompletedTask;
        }
    }

    private static async Task ExpectRefusalAsync(Bench bench, CancellationToken cancellationToken)
    {
        const string When = "when the traits say that there are no native headers";
        await Expect.ThrowsAsync<NativeHeadersNotSupportedException>(
            () => bench.Broker.ConnectAsync(bench.Channel, new ConnectionOptions { NativeHeaders = true }, cancellationToken).AsTask(), When).ConfigureAwait(false);
        await Expect.ThrowsAsync<NativeHeadersNotSupportedException>(
            () => bench.Broker.ListenAsync(bench.Channel, new ListenOptions { NativeHeaders = true }, Handlers.Echo, cancellationToken).AsTask(), When).ConfigureAwait(false);
    }

    private static void ExpectSaid(MessageHeaders headers)
    {
        Expect.Equal(Said.Id, headers.Id, "the id");
        Expect.Equal(Said.Key, headers.Key, "the key");
        Expect.Equal(Said.SentAt, headers.SentAt, "the time of sending");
        foreach (var (name, value) in Said.Values) Expect.Equal(value, headers.Values.GetValueOrDefault(name, "nothing"), $"the header {name}");
        Expect.Equal("", string.Join(", ", headers.Values.Keys.Except(Said.Values.Keys, StringComparer.OrdinalIgnoreCase)), "further headers:");
    }

    private static byte[] Envelope(MessageHeaders headers, byte[] body)
    {
        var bytes = new ArrayBufferWriter<byte>();
        MessageEnvelope.Write(bytes, headers, body);
        return bytes.WrittenSpan.ToArray();
    }
}
