namespace Genie.Benchmarks.Load.Silos;

/// <summary>Where silos of a cluster, and its clients, find each other.</summary>
internal static class ClusterKinds
{
    /// <summary>In the first silo's memory, on this machine: for development. When that silo ends, so does the cluster.</summary>
    public const string Localhost = "localhost";

    /// <summary>In PostgreSQL.</summary>
    public const string Postgres = "postgres";

    /// <summary>In Redis.</summary>
    public const string Redis = "redis";

    /// <summary>All names, the default first.</summary>
    public static string[] All { get; } = [Localhost, Postgres, Redis];
}
