using Genie.Brokers.Pulsar.Libraries;
using Genie.Brokers.Pulsar.Wire.Protocol;
using global::Pulsar.Client.Api;

namespace Genie.Brokers.Pulsar.Official;

/// <summary>A producer of Pulsar.Client.</summary>
internal sealed class PulsarClientProducer(IProducer<byte[]> producer) : ILibraryProducer
{
    private static readonly Dictionary<string, string> None = [];

    /// <inheritdoc/>
    public Task SendAsync(byte[] payload, LibraryProperties properties) => producer.SendAsync(
        producer.NewMessage(payload, properties.Key.Length > 0 ? properties.Key : null, PropertiesOf(properties)));

    /// <inheritdoc/>
    public Task WhenLostAsync(CancellationToken cancellationToken) => PulsarClientWatch.WhenLostAsync(producer.IsConnected, cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => producer.DisposeAsync();

    private static Dictionary<string, string> PropertiesOf(LibraryProperties properties)
    {
        if (properties is { Correlation.Length: 0, ReplyTo.Length: 0, Others: null or ICollection<KeyValuePair<string, string>> { Count: 0 } }) return None;
        var all = new Dictionary<string, string>(properties.Others ?? []);
        if (properties.Correlation.Length > 0) all[PulsarProperties.CorrelationId] = properties.Correlation;
        if (properties.ReplyTo.Length > 0) all[PulsarProperties.ReplyTo] = properties.ReplyTo;
        return all;
    }
}
