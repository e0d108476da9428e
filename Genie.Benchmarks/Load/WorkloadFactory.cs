using Genie.Geocoding;
using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>Makes workloads by the names of a choice.</summary>
internal static class WorkloadFactory
{
    /// <summary>The name of the geocoder inside the worker's process.</summary>
    public const string EmbeddedGeocoder = "embedded";

    /// <summary>Names that <see cref="WorkloadChoice.Geocoder"/> can have, the default first.</summary>
    public static string[] Geocoders { get; } = [EmbeddedGeocoder];

    /// <summary>The client's half: makes requests and judges answers, which needs no map.</summary>
    public static IWorkload CreateForClient(WorkloadChoice choice) => Create(choice, new UnaskedGeocoder());

    /// <summary>The worker's half; opens the map where it is needed.</summary>
    public static IWorkload CreateForWorker(WorkloadChoice choice) =>
        Create(choice, choice.NeedsGeocoder ? Genie.Geocoding.EmbeddedGeocoder.OpenDefault() : new UnaskedGeocoder());

    private static PartyWorkload Create(WorkloadChoice choice, IReverseGeocoder geocoder) =>
        new(choice.Stages, geocoder, choice.Seed, choice.PayloadBytes);

    private sealed class UnaskedGeocoder : IReverseGeocoder
    {
        public string Name => "none";

        public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken) =>
            throw new InvalidOperationException("Nobody looks coordinates up here.");
    }
}
