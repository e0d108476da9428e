using System.Diagnostics.CodeAnalysis;
using Genie.Extensions.Genius.Events;
using Orleans.Serialization.Cloning;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>An event between silos.</summary>
[RegisterConverter]
[RegisterCopier]
internal sealed class GeniusEventConverter : IConverter<GeniusEvent, GeniusEventSurrogate>, IDeepCopier<GeniusEvent>
{
    /// <inheritdoc/>
    public GeniusEvent ConvertFromSurrogate(in GeniusEventSurrogate surrogate) => EventCodec.Decode(surrogate.Event);

    /// <inheritdoc/>
    public GeniusEventSurrogate ConvertToSurrogate(in GeniusEvent value) => new() { Event = EventCodec.Encode(value) };

    /// <summary>Nobody changes it, so that calls within a silo hand it over as it is; by itself Orleans copies it, by way of its bytes.</summary>
    [return: NotNullIfNotNull(nameof(input))]
    public GeniusEvent? DeepCopy(GeniusEvent? input, CopyContext context) => input;
}
