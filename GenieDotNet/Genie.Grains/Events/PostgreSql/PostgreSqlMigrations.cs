using Npgsql;

namespace Genie.Grains.Events.PostgreSql;

/// <summary>Brings the store's schema up to date: each numbered script once, in order, all in one transaction.</summary>
public static class PostgreSqlMigrations
{
    // Two programs that start at once must not both create the schema. Any number will do, if always the same.
    private const long LockNumber = 0x67656E6965;
    private const string Prefix = "event-store/";

    /// <summary>Applies what is missing; needs a user who may create schemas.</summary>
    /// <returns>The scripts that were applied now.</returns>
    public static async Task<IReadOnlyList<string>> ApplyAsync(NpgsqlDataSource database, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(database);
        await using var connection = await database.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        await RunAsync(connection, $"SELECT pg_advisory_xact_lock({LockNumber})", cancellationToken).ConfigureAwait(false);
        await RunAsync(connection, "CREATE TABLE IF NOT EXISTS public.genie_migration (name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())", cancellationToken).ConfigureAwait(false);
        var applied = new List<string>();
        var assembly = typeof(PostgreSqlMigrations).Assembly;
        foreach (var name in assembly.GetManifestResourceNames().Where(name => name.StartsWith(Prefix, StringComparison.Ordinal)).Order(StringComparer.Ordinal))
        {
            await using var note = new NpgsqlCommand("INSERT INTO public.genie_migration (name) VALUES ($1) ON CONFLICT DO NOTHING", connection) { Parameters = { new() { Value = name } } };
            if (await note.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false) == 0) continue;
            using var text = new StreamReader(assembly.GetManifestResourceStream(name)!);
            await RunAsync(connection, await text.ReadToEndAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
            applied.Add(name);
        }

        await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
        return applied;
    }

    private static async Task RunAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }
}
