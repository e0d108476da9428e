using System.Text;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// The properties that our messages have (AMQP 0-9-1 section 4.2.6.1), written without an object per message, which the
/// library's own <see cref="BasicProperties"/> would be.
/// </summary>
/// <param name="correlationId">The request's correlation, or null.</param>
/// <param name="replyTo">Where an answer goes, or null.</param>
/// <param name="expiration">Milliseconds after which the server drops it, or null.</param>
internal readonly struct MessageProperties(string? correlationId, string? replyTo, string? expiration = null) : IAmqpHeader, IReadOnlyBasicProperties
{
    private const ushort BasicClass = 60;
    private const int FlagBytes = 2;
    private const byte DeliveryModeFlag = 0b0001_0000;
    private const byte CorrelationFlag = 0b0000_0100;
    private const byte ReplyToFlag = 0b0000_0010;
    private const byte ExpirationFlag = 0b0000_0001;

    public ushort ProtocolClassId => BasicClass;

    public DeliveryModes DeliveryMode => DeliveryModes.Transient;

    public string? CorrelationId => correlationId;

    public string? ReplyTo => replyTo;

    public PublicationAddress? ReplyToAddress => null;

    public string? ContentType => null;

    public string? ContentEncoding => null;

    public IDictionary<string, object?>? Headers => null;

    public byte Priority => 0;

    public string? Expiration => expiration;

    public string? MessageId => null;

    public AmqpTimestamp Timestamp => default;

    public string? Type => null;

    public string? UserId => null;

    public string? AppId => null;

    public string? ClusterId => null;

    public bool Persistent => false;

    public int GetRequiredBufferSize() => FlagBytes + 1 + Size(correlationId) + Size(replyTo) + Size(expiration);

    public int WriteTo(Span<byte> span)
    {
        span[0] = DeliveryModeFlag;
        span[1] = 0;
        span[FlagBytes] = (byte)DeliveryModes.Transient;
        var length = FlagBytes + 1;
        if (correlationId is not null)
        {
            span[0] |= CorrelationFlag;
            length += WriteShortString(span[length..], correlationId);
        }

        if (replyTo is not null)
        {
            span[0] |= ReplyToFlag;
            length += WriteShortString(span[length..], replyTo);
        }

        if (expiration is not null)
        {
            span[0] |= ExpirationFlag;
            length += WriteShortString(span[length..], expiration);
        }

        return length;
    }

    public bool IsCorrelationIdPresent() => correlationId is not null;

    public bool IsReplyToPresent() => replyTo is not null;

    public bool IsDeliveryModePresent() => true;

    public bool IsContentTypePresent() => false;

    public bool IsContentEncodingPresent() => false;

    public bool IsHeadersPresent() => false;

    public bool IsPriorityPresent() => false;

    public bool IsExpirationPresent() => expiration is not null;

    public bool IsMessageIdPresent() => false;

    public bool IsTimestampPresent() => false;

    public bool IsTypePresent() => false;

    public bool IsUserIdPresent() => false;

    public bool IsAppIdPresent() => false;

    public bool IsClusterIdPresent() => false;

    private static int Size(string? text) => text is null ? 0 : 1 + Encoding.UTF8.GetByteCount(text);

    private static int WriteShortString(Span<byte> span, string text)
    {
        var length = Encoding.UTF8.GetBytes(text, span[1..]);
        span[0] = (byte)length;
        return 1 + length;
    }
}
