namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>A client library, as far as it is needed here: one client with connections of its own. The library restores them itself.</summary>
internal interface IPulsarLibrary : IAsyncDisposable
{
    /// <summary>Creates a producer.</summary>
    /// <param name="topic">The topic.</param>
    /// <param name="batches">True if messages may wait for company.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    ValueTask<ILibraryProducer> CreateProducerAsync(string topic, bool batches, CancellationToken cancellationToken);

    /// <summary>Subscribes, with a subscription that the broker keeps.</summary>
    /// <param name="topic">The topic.</param>
    /// <param name="subscription">The subscription's name.</param>
    /// <param name="prefetch">Messages that the library may hold.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    ValueTask<ILibraryConsumer> SubscribeAsync(string topic, string subscription, int prefetch, CancellationToken cancellationToken);

    /// <summary>Reads what comes to a topic from now on, with nothing kept at the broker.</summary>
    /// <param name="topic">The topic.</param>
    /// <param name="prefetch">Messages that the library may hold.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    ValueTask<ILibraryConsumer> ReadAsync(string topic, int prefetch, CancellationToken cancellationToken);
}
