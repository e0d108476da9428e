using Genie.Benchmarks.Load.Effects;
using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>What requests mean; client and worker must be given the same.</summary>
internal sealed record WorkloadChoice
{
    /// <summary>How much of the work is done.</summary>
    public Stages Stages { get; set; } = Stages.Full;

    /// <summary>One of <see cref="WorkloadFactory.Geocoders"/>.</summary>
    public string Geocoder { get; set; } = WorkloadFactory.EmbeddedGeocoder;

    /// <summary>How the worker reaches the database of <see cref="WorkloadFactory.PostGisGeocoder"/> and <see cref="StoreKinds.Postgres"/>: Npgsql's connection string.</summary>
    public string? Database { get; set; }

    /// <summary>The file of <see cref="WorkloadFactory.DuckDbGeocoder"/>; null: one with the built-in maps.</summary>
    public string? DatabaseFile { get; set; }

    /// <summary>With <see cref="Stages.Grains"/>: one of <see cref="StoreKinds"/>.</summary>
    public string Store { get; set; } = StoreKinds.Embedded;

    /// <summary>The embedded store's folder in the worker's file system; null for one of its own that goes when the worker ends.</summary>
    public string? StoreFolder { get; set; }

    /// <summary>With <see cref="Stages.Grains"/>: one of <see cref="GrainHosts"/>.</summary>
    public string GrainHost { get; set; } = GrainHosts.Embedded;

    /// <summary>Processes that host the grains, with any <see cref="GrainHost"/> but <see cref="GrainHosts.Embedded"/>.</summary>
    public int Nodes { get; set; } = 1;

    /// <summary>True if each of these is to have a processor of its own.</summary>
    public bool ArePinned { get; set; }

    /// <summary>Bytes added to each request, in the mean; with <see cref="Stages.Transport"/> the whole request.</summary>
    public int PayloadBytes { get; set; }

    /// <summary>Their distribution, as <see cref="Genie.Workload.PayloadSizes.Parse"/> reads it; null where all have as many.</summary>
    public string? PayloadSizes { get; set; }

    /// <summary>Where payloads of the user's own come from, in the client's file system; null for random bytes.</summary>
    public PayloadFile? PayloadFile { get; set; }

    /// <summary>Different parties that requests are about; 0 for all there are.</summary>
    public int Keys { get; set; }

    /// <summary>How unevenly requests fall on them: the exponent of Zipf's law.</summary>
    public double KeySkew { get; set; }

    /// <summary>What requests follow from.</summary>
    public long Seed { get; set; } = 1;

    /// <summary>True if <see cref="Database"/> is needed.</summary>
    public bool AsksDatabase => (NeedsGeocoder && Geocoder == WorkloadFactory.PostGisGeocoder) || this is { Stages: Stages.Grains, Store: StoreKinds.Postgres };

    /// <summary>True if the grains live in other processes than the worker.</summary>
    public bool HasGrainNodes => Stages == Stages.Grains && GrainHost != GrainHosts.Embedded;

    /// <summary>True if coordinates are looked up.</summary>
    public bool NeedsGeocoder => Stages is Stages.Geocode or Stages.Full or Stages.Grains;
}
