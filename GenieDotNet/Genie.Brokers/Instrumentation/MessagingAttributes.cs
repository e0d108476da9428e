namespace Genie.Brokers.Instrumentation;

/// <summary>Names of OpenTelemetry's semantic conventions for messaging, which are in development: https://opentelemetry.io/docs/specs/semconv/messaging/.</summary>
internal static class MessagingAttributes
{
    public const string System = "messaging.system";
    public const string Destination = "messaging.destination.name";
    public const string OperationName = "messaging.operation.name";
    public const string OperationType = "messaging.operation.type";
    public const string ConsumerGroup = "messaging.consumer.group.name";
    public const string BodySize = "messaging.message.body.size";
    public const string ServerAddress = "server.address";
    public const string ServerPort = "server.port";
    public const string ErrorType = "error.type";

    public const string OperationDuration = "messaging.client.operation.duration";
    public const string SentMessages = "messaging.client.sent.messages";
    public const string ConsumedMessages = "messaging.client.consumed.messages";
    public const string ProcessDuration = "messaging.process.duration";
}
