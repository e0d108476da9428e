using System.Buffers;
using DotPulsar;
using DotPulsar.Abstractions;
using DotPulsar.Extensions;
using Genie.Brokers.Pulsar.Libraries;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Apache;

/// <summary>A producer of DotPulsar.</summary>
internal sealed class DotPulsarProducer(IProducer<ReadOnlySequence<byte>> producer) : ILibraryProducer
{
    /// <inheritdoc/>
    public Task SendAsync(byte[] payload, LibraryProperties properties)
    {
        var metadata = new MessageMetadata();
        if (properties.Key.Length > 0) metadata.Key = properties.Key;
        foreach (var (name, value) in properties.Others ?? []) metadata[name] = value;
        if (properties.ReplyTo.Length > 0) metadata[PulsarProperties.ReplyTo] = properties.ReplyTo;
        if (properties.Correlation.Length > 0) metadata[PulsarProperties.CorrelationId] = properties.Correlation;
        return producer.Send(metadata, new ReadOnlySequence<byte>(payload), CancellationToken.None).AsTask();
    }

    /// <inheritdoc/>
    public async Task WhenLostAsync(CancellationToken cancellationToken) =>
        await producer.StateChangedFrom(ProducerState.Connected, cancellationToken).ConfigureAwait(false);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => producer.DisposeAsync();
}
