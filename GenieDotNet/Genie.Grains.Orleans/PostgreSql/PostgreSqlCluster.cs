using Genie.PostgreSql;
using Npgsql;

namespace Genie.Grains.Orleans.PostgreSql;

/// <summary>A cluster whose members and reminders are kept in PostgreSQL, by Orleans' ADO.NET providers.</summary>
/// <remarks>Orleans' names of cluster and service tell clusters of one database apart (ClusterOptions).</remarks>
public static class PostgreSqlCluster
{
    private const string Invariant = "Npgsql";

    // Any number that nobody else takes.
    private const long SchemaLock = 0x47656E6965_4F72;

    /// <summary>Has a silo find the others, and keep its reminders, in the database, whose tables are those of <see cref="CreateTablesAsync"/>.</summary>
    /// <param name="silo">The silo.</param>
    /// <param name="connectionString">Leads to the database, as Npgsql has it.</param>
    public static ISiloBuilder UsePostgreSqlCluster(this ISiloBuilder silo, string connectionString)
    {
        ArgumentException.ThrowIfNullOrEmpty(connectionString);
        return silo
            .UseAdoNetClustering(options => (options.Invariant, options.ConnectionString) = (Invariant, connectionString))
            .UseAdoNetReminderService(options => (options.Invariant, options.ConnectionString) = (Invariant, connectionString));
    }

    /// <summary>Has a client find the silos in the database.</summary>
    /// <param name="client">The client.</param>
    /// <param name="connectionString">Leads to the database, as Npgsql has it.</param>
    public static IClientBuilder UsePostgreSqlCluster(this IClientBuilder client, string connectionString)
    {
        ArgumentException.ThrowIfNullOrEmpty(connectionString);
        return client.UseAdoNetClustering(options => (options.Invariant, options.ConnectionString) = (Invariant, connectionString));
    }

    /// <summary>Creates Orleans' tables where they are missing; what is there stays. Several may do so at once.</summary>
    /// <param name="connectionString">Leads to the database, as Npgsql has it; the user may create tables.</param>
    /// <param name="cancellationToken">Ends it; nothing was changed then.</param>
    /// <exception cref="ArgumentException">The connection string is none; the message repeats nothing of it.</exception>
    /// <exception cref="GrainException">The database was not reached, or refused.</exception>
    public static async Task CreateTablesAsync(string connectionString, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = new NpgsqlConnection(ConnectionStrings.Read(connectionString).ConnectionString);
            await connection.OpenAsync(cancellationToken).ConfigureAwait(false);
            await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
            await using (var wait = new NpgsqlCommand($"SELECT pg_advisory_xact_lock({SchemaLock})", connection, transaction))
                await wait.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
            await using (var script = new NpgsqlCommand(await ReadScriptAsync(cancellationToken).ConfigureAwait(false), connection, transaction))
                await script.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
            await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (NpgsqlException error)
        {
            throw new GrainException($"The tables of the cluster could not be created: {error.Message} Check the connection string, and that its user may create tables.", error.IsTransient, error);
        }
    }

    private static async Task<string> ReadScriptAsync(CancellationToken cancellationToken)
    {
        using var reader = new StreamReader(typeof(PostgreSqlCluster).Assembly.GetManifestResourceStream("cluster.sql")!);
        return await reader.ReadToEndAsync(cancellationToken).ConfigureAwait(false);
    }
}
