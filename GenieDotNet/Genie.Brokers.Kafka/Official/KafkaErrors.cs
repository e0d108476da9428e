using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Turns librdkafka's errors into the contract's.</summary>
internal static class KafkaErrors
{
    /// <summary>A log handler for what errors report already.</summary>
    public static void IgnoreLog(object client, LogMessage message)
    {
    }

    /// <summary>What a client reports while it cannot reach its cluster at all; null for anything that it gets over by itself.</summary>
    public static BrokerException? OfConnecting(KafkaEndpoint endpoint, Error error) => error.Code switch
    {
        ErrorCode.Local_Authentication or ErrorCode.SaslAuthenticationFailed => new BrokerAuthenticationException(KafkaDrivers.Broker, error.Reason),
        ErrorCode.Local_AllBrokersDown or ErrorCode.Local_Resolve => Unreachable(endpoint, new KafkaException(error)),
        ErrorCode.Local_Ssl => new BrokerException(
            $"kafka: no TLS connection to {endpoint.Host}:{endpoint.Port} ({error.Reason}). Name the authority with GENIE_KAFKA_TLS_CA_FILE, or use kafka:// where the port has no TLS.",
            isTransient: false),
        _ => null,
    };

    /// <summary>Nothing answers.</summary>
    public static BrokerUnreachableException Unreachable(KafkaEndpoint endpoint, Exception? cause) =>
        new(KafkaDrivers.Broker, endpoint.Host, endpoint.Port, cause);

    /// <summary>A message could not be delivered.</summary>
    public static BrokerException OfDelivery(KafkaEndpoint endpoint, KafkaTopic topic, Error error, long payloadBytes) => error.Code switch
    {
        ErrorCode.MsgSizeTooLarge => topic.TooLarge(endpoint, payloadBytes),
        ErrorCode.Local_UnknownTopic or ErrorCode.Local_UnknownPartition or ErrorCode.UnknownTopicOrPart => new UnroutableException(KafkaDrivers.Broker, topic.Name),
        ErrorCode.Local_Destroy => new BrokerException(
            $"{KafkaDrivers.Broker}: the message was not taken: the topic '{topic.Name}' was deleted, or the server that led its partition has left the cluster ({error.Reason}).", isTransient: true),
        ErrorCode.Local_MsgTimedOut or ErrorCode.Local_Transport or ErrorCode.Local_AllBrokersDown or ErrorCode.Local_TimedOut
            or ErrorCode.NetworkException or ErrorCode.Local_PurgeQueue or ErrorCode.Local_PurgeInflight => new LinkLostException(KafkaDrivers.Broker, error.Reason),
        _ => new BrokerException($"kafka: the message was not taken: {error.Reason} ({error.Code}).", isTransient: !error.IsFatal),
    };
}
