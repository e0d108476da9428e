using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>What requests mean; client and worker must be given the same.</summary>
internal sealed record WorkloadChoice
{
    /// <summary>How much of the work is done.</summary>
    public Stages Stages { get; set; } = Stages.Full;

    /// <summary>One of <see cref="WorkloadFactory.Geocoders"/>.</summary>
    public string Geocoder { get; set; } = WorkloadFactory.EmbeddedGeocoder;

    /// <summary>How the worker reaches the database of <see cref="WorkloadFactory.PostGisGeocoder"/>: Npgsql's connection string.</summary>
    public string? Database { get; set; }

    /// <summary>The file of <see cref="WorkloadFactory.DuckDbGeocoder"/>; null: one with the built-in maps.</summary>
    public string? DatabaseFile { get; set; }

    /// <summary>Bytes added to each request; with <see cref="Stages.Transport"/> the whole request.</summary>
    public int PayloadBytes { get; set; }

    /// <summary>What requests follow from.</summary>
    public long Seed { get; set; } = 1;

    /// <summary>True if coordinates are looked up.</summary>
    public bool NeedsGeocoder => Stages is Stages.Geocode or Stages.Full;
}
