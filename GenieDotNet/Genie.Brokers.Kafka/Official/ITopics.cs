using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Creates and removes topics; asking for one is also how a broker finds out whether its cluster answers.</summary>
internal interface ITopics : IAsyncDisposable
{
    /// <summary>The server with its version, empty before the first topic.</summary>
    string Server { get; }

    /// <summary>Creates the topic unless it exists, and waits until every partition is served by a leader.</summary>
    /// <exception cref="BrokerUnreachableException">No server answers.</exception>
    /// <exception cref="BrokerAuthenticationException">The server refuses the credentials.</exception>
    Task<KafkaTopic> EnsureAsync(string topic, int partitions, CancellationToken cancellationToken);

    /// <summary>The end of each partition: where what is sent from now on will be.</summary>
    Task<IReadOnlyList<Offset>> EndsAsync(string topic, int partitions, CancellationToken cancellationToken);

    /// <summary>Removes the topic if it exists.</summary>
    Task DeleteAsync(string topic, CancellationToken cancellationToken);
}
