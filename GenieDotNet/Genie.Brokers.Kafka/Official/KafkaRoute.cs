using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Kafka.Official;

/// <summary>What is needed to answer a message and to commit it.</summary>
/// <param name="Offsets">The message's partition.</param>
/// <param name="Offset">Its offset there.</param>
/// <param name="ReplyTopic">Where the answer goes, or null.</param>
/// <param name="Correlation">The answer's name.</param>
internal readonly record struct KafkaRoute(OffsetTracker Offsets, long Offset, string? ReplyTopic, Correlation Correlation);
