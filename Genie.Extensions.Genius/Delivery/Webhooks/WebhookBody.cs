using System.Buffers;
using System.Text.Json;
using Genie.EventStore;

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
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer))
        {
            writer.WriteStartObject();
            writer.WriteString("type", value.Type);
            writer.WriteString("timestamp", value.RecordedAt.UtcDateTime);
            writer.WriteStartObject("data");
            writer.WriteString("stream", value.Stream);
            writer.WriteNumber("version", value.Version);
            writer.WriteNumber("position", value.Position);
            writer.WriteBase64String("payload", value.Payload.Span);
            writer.WriteEndObject();
            writer.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }
}
