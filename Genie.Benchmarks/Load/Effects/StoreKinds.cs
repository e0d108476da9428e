namespace Genie.Benchmarks.Load.Effects;

/// <summary>The event stores that <see cref="WorkloadChoice.Store"/> can name.</summary>
internal static class StoreKinds
{
    /// <summary>A folder of the worker's process.</summary>
    public const string Embedded = "embedded";

    /// <summary>PostgreSQL, which workers share.</summary>
    public const string Postgres = "postgres";

    /// <summary>All names, the default first.</summary>
    public static string[] All { get; } = [Embedded, Postgres];
}
