using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Load.Members;
using Genie.Benchmarks.Load.Silos;
using Genie.EventStore;
using Genie.Geocoding;
using Genie.Geocoding.DuckDb;
using Genie.Geocoding.PostGis;
using Genie.Workload;
using Genie.Workload.Grains;
using Genie.Workload.Parties;

namespace Genie.Benchmarks.Load;

/// <summary>Makes workloads by the names of a choice.</summary>
internal static class WorkloadFactory
{
    /// <summary>The name of the geocoder inside the worker's process.</summary>
    public const string EmbeddedGeocoder = "embedded";

    /// <summary>The name of the geocoder that asks a database.</summary>
    public const string PostGisGeocoder = "postgis";

    /// <summary>The name of the geocoder on a database file in the worker's process.</summary>
    public const string DuckDbGeocoder = "duckdb";

    /// <summary>In Arlington, Virginia: far from any border, in the maps that requests are made from.</summary>
    private static readonly GeoPoint KnownPlace = new(38.88, -77.1);

    /// <summary>Names that <see cref="WorkloadChoice.Geocoder"/> can have, the default first.</summary>
    public static string[] Geocoders { get; } = [EmbeddedGeocoder, PostGisGeocoder, DuckDbGeocoder];

    /// <summary>The client's half: makes requests and judges answers, which needs no map.</summary>
    public static IWorkload CreateForClient(WorkloadChoice choice) => Create(choice, new UnaskedGeocoder());

    /// <summary>The worker's half; opens map and event store where they are needed, and looks a place up, so that a missing one shows here and not in every request.</summary>
    /// <returns>The workload; one that is <see cref="IAsyncDisposable"/> is the caller's to dispose of.</returns>
    /// <exception cref="GeocoderUnavailableException">The database is down, or has no such map.</exception>
    /// <exception cref="EventStoreException">The event store cannot be opened.</exception>
    public static async Task<IWorkload> CreateForWorkerAsync(WorkloadChoice choice, CancellationToken cancellationToken)
    {
        if (choice.Stages != Stages.Grains) return Create(choice, choice.NeedsGeocoder ? await OpenGeocoderAsync(choice, cancellationToken).ConfigureAwait(false) : new UnaskedGeocoder());
        var store = await EffectStore.OpenAsync(choice, cancellationToken).ConfigureAwait(false);
        try
        {
            var grains = await CreateGrainsAsync(choice, store.Events, cancellationToken).ConfigureAwait(false);
            return await GrainWorkload.StartAsync(grains, store.Events, store, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await store.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private static async Task<IWorkload> CreateGrainsAsync(WorkloadChoice choice, IEventStore events, CancellationToken cancellationToken)
    {
        if (choice.GrainHost == GrainHosts.Orleans) return await SiloWorkload.StartAsync(CreateForClient(choice), choice, cancellationToken).ConfigureAwait(false);
        if (choice.GrainHost == GrainHosts.ProtoActor) return await MemberWorkload.StartAsync(CreateForClient(choice), choice, cancellationToken).ConfigureAwait(false);
        var geocoder = await OpenGeocoderAsync(choice, cancellationToken).ConfigureAwait(false);
        return new EventSourcedWorkload(Create(choice, geocoder), events, geocoder, run: 0);
    }

    /// <summary>Opens what a choice looks coordinates up with; the caller disposes of one that is disposable.</summary>
    /// <exception cref="GeocoderUnavailableException">The database is down, or has no such map.</exception>
    public static async Task<IReverseGeocoder> OpenGeocoderAsync(WorkloadChoice choice, CancellationToken cancellationToken)
    {
        var geocoder = choice.Geocoder switch
        {
            PostGisGeocoder => Genie.Geocoding.PostGis.PostGisGeocoder.Open(new PostGisOptions { ConnectionString = choice.Database ?? "" }),
            DuckDbGeocoder => await DuckDbSupport.OpenGeocoderAsync(choice.DatabaseFile, cancellationToken).ConfigureAwait(false),
            _ => Genie.Geocoding.EmbeddedGeocoder.OpenDefault(),
        };
        try
        {
            var answer = await geocoder.LookUpAsync(KnownPlace, cancellationToken).ConfigureAwait(false);
            if (answer is { County: not null, State: not null, Country: not null }) return geocoder;
            throw new GeocoderUnavailableException("The geocoder's database lacks the maps that requests are made from. Load them: genie map import built-in, with --database CONNECTION or --duckdb FILE.", isTransient: false);
        }
        catch
        {
            if (geocoder is IAsyncDisposable asynchronous) await asynchronous.DisposeAsync().ConfigureAwait(false);
            else (geocoder as IDisposable)?.Dispose();
            throw;
        }
    }

    private static PartyWorkload Create(WorkloadChoice choice, IReverseGeocoder geocoder)
    {
        // The grains answer what the whole work answers.
        var stages = choice.Stages == Stages.Grains ? Stages.Full : choice.Stages;
        return new PartyWorkload(geocoder, new PartyWorkloadOptions
        {
            Stages = stages,
            Seed = choice.Seed,
            Sizes = choice.PayloadSizes is { } sizes ? PayloadSizes.Parse(sizes) : PayloadSizes.Of(choice.PayloadFile is null ? choice.PayloadBytes : 0),
            Messages = choice.PayloadFile?.Read() ?? [],
            Parties = choice.Keys > 0 ? choice.Keys : PartyDirectory.Count,
            Skew = choice.KeySkew,
        });
    }

    private sealed class UnaskedGeocoder : IReverseGeocoder
    {
        public string Name => "none";

        public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken) =>
            throw new InvalidOperationException("Nobody looks coordinates up here.");
    }
}
