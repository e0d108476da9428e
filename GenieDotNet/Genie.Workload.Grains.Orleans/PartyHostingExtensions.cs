using Genie.EventStore;
using Genie.Geocoding;
using Genie.Grains;
using Genie.Grains.Orleans;
using Genie.Workload.Avro;

namespace Genie.Workload.Grains.Orleans;

/// <summary>Parties' grains in silos, and their callers.</summary>
public static class PartyHostingExtensions
{
    /// <summary>Has a silo host the parties' grains.</summary>
    /// <param name="silo">The silo.</param>
    /// <param name="store">Keeps the effects: one that all silos of the cluster share. The caller's to close, after the silo.</param>
    /// <param name="geocoder">Finds places.</param>
    /// <param name="options">How grains keep their state.</param>
    public static ISiloBuilder AddPartyGrains(this ISiloBuilder silo, IEventStore store, IReverseGeocoder geocoder, PartyGrainOptions? options = null)
    {
        options ??= new PartyGrainOptions();
        var codec = new AvroAnswerCodec();
        return silo.AddGrainKind<PartyCommand, ReadOnlyMemory<byte>>(PartyGrain.Kind, (_, id) => new PartyGrain(id, store, geocoder, codec, options));
    }

    /// <summary>The parties' grains, wherever in the cluster they are; each answers in Avro.</summary>
    /// <param name="factory">Of the cluster's client, or of a silo.</param>
    public static IGrainKind<PartyCommand, ReadOnlyMemory<byte>> GetPartyGrains(this IGrainFactory factory) =>
        factory.GetGrainKind<PartyCommand, ReadOnlyMemory<byte>>(PartyGrain.Kind);
}
