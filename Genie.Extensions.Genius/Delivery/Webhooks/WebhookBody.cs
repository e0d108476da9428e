using System.Buffers;
using System.Text.Json;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Outputs;

namespace Genie.Extensions.Genius.Delivery.Webhooks;

/// <summary>The default body of a webhook: type, timestamp and data, as the Standard Webhooks specification recommends ("Payload structure").</summary>
public static class WebhookBody
{
    /// <summary>
    /// <c>{"type": …, "timestamp": …, "data": {"stream": …, "version": …, "position": …, "payload": …}}</c>: the type is the event's, the time that of its
    /// recording, the payload base 64.
    /// </summary>
    public static byte[] Write(RecordedEvent value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return Wrap(value, value.Type, writer =>
        {
            writer.WriteStartObject();
            writer.WriteString("stream", value.Stream);
            writer.WriteNumber("version", value.Version);
            writer.WriteNumber("position", value.Position);
            writer.WriteBase64String("payload", value.Payload.Span);
            writer.WriteEndObject();
        });
    }

    /// <summary>
    /// Of a fact, <c>{"type": "RulesMatched", "timestamp": …, "data": {"position": "17", "rulesMatched": {…}}}</c>: the type is the fact's kind, the data
    /// <see cref="GeniusOutputs.ToJson"/>. Of other events as <see cref="Write(RecordedEvent)"/>.
    /// </summary>
    /// <exception cref="MalformedEventException">The record is damaged.</exception>
    public static byte[] WriteFact(RecordedEvent value) =>
        GeniusOutputs.Read(value) is { } output ? Wrap(value, output.FactCase.ToString(), writer => writer.WriteRawValue(GeniusOutputs.ToJson(output))) : Write(value);

    private static byte[] Wrap(RecordedEvent value, string type, Action<Utf8JsonWriter> writeData)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer))
        {
            writer.WriteStartObject();
            writer.WriteString("type", type);
            writer.WriteString("timestamp", value.RecordedAt.UtcDateTime);
            writer.WritePropertyName("data");
            writeData(writer);
            writer.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }
}
