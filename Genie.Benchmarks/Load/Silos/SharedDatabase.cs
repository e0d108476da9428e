using Npgsql;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>One PostgreSQL for several processes.</summary>
internal static class SharedDatabase
{
    // A server takes 100 connections unless it was told otherwise, and others want some.
    private const int Connections = 64;
    private const int ConnectionsMin = 2;

    /// <summary>The workload with a connection string by which so many processes together stay within what a server takes; one that says itself how many stays as it is.</summary>
    public static WorkloadChoice Among(this WorkloadChoice workload, int processes)
    {
        if (workload.Database is not { } database) return workload;
        var connection = new NpgsqlConnectionStringBuilder(database);
        if (!connection.ShouldSerialize("Maximum Pool Size")) connection.MaxPoolSize = Math.Max(ConnectionsMin, Connections / processes);
        return workload with { Database = connection.ConnectionString };
    }
}
