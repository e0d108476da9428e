namespace Genie.Brokers.Aeron.Client;

/// <summary>
/// A client of one media driver. Everything that is added is usable some time later, when the media driver has answered.
/// Used on the link's thread only, but for <see cref="IAeronPublication.Offer"/>.
/// </summary>
internal interface IAeronClient : IDisposable
{
    /// <summary>A stream id that this media driver gave nobody else.</summary>
    int NextStreamId();

    /// <summary>Adds an exclusive publication.</summary>
    IAeronPublication AddPublication(string channel, int streamId);

    /// <summary>Adds a subscription.</summary>
    IAeronSubscription AddSubscription(string channel, int streamId);

    /// <summary>Adds a counter.</summary>
    /// <param name="typeId">What kind it is.</param>
    /// <param name="key">Up to 112 bytes by which programs distinguish it from others of its kind.</param>
    /// <param name="label">Up to 380 ASCII characters for people.</param>
    IAeronRegistration AddCounter(int typeId, ReadOnlySpan<byte> key, string label);

    /// <summary>Reads the media driver's answers and keeps the client alive.</summary>
    /// <returns>How much was done.</returns>
    /// <exception cref="BrokerException">The media driver gave this client up, or is gone.</exception>
    int DoWork();
}
