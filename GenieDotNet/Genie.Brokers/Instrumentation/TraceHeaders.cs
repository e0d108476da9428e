using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using Genie.Brokers.Envelopes;

namespace Genie.Brokers.Instrumentation;

/// <summary>W3C trace context (https://www.w3.org/TR/trace-context/) among the headers of an envelope: <c>traceparent</c> and <c>tracestate</c>.</summary>
internal static class TraceHeaders
{
    private const string Parent = "traceparent";
    private const string State = "tracestate";

    /// <summary>The message with the context in place of what it had; unchanged where there is no context.</summary>
    public static ReadOnlyMemory<byte> Add(ReadOnlyMemory<byte> message, in ActivityContext context)
    {
        if (context == default) return message;
        MessageEnvelope.TryRead(message, out var headers, out var body);
        var values = new Dictionary<string, string>(headers.Values, StringComparer.OrdinalIgnoreCase)
        {
            [Parent] = string.Create(CultureInfo.InvariantCulture, $"00-{context.TraceId}-{context.SpanId}-{(byte)context.TraceFlags:x2}"),
        };
        values.Remove(State);
        if (TraceState.Limit(context.TraceState) is { Length: > 0 } state) values[State] = state;
        var bytes = new ArrayBufferWriter<byte>(message.Length + 256);
        MessageEnvelope.Write(bytes, headers with { Values = values }, body.Span);
        return bytes.WrittenMemory;
    }

    /// <summary>The sender's context; the default where there is none, or none that can be read.</summary>
    public static ActivityContext Read(in ReadOnlySequence<byte> message)
    {
        try
        {
            return MessageEnvelope.TryRead(message.IsSingleSegment ? message.First : message.ToArray(), out var headers, out _)
                && ActivityContext.TryParse(headers.Values.GetValueOrDefault(Parent), headers.Values.GetValueOrDefault(State), isRemote: true, out var context) ? context : default;
        }
        catch (MessageHeadersException)
        {
            // The handler is told of it.
            return default;
        }
    }
}
