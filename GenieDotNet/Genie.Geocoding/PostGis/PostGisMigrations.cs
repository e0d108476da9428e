using Npgsql;

namespace Genie.Geocoding.PostGis;

/// <summary>Brings a database's schema up to date: each numbered script once, in order, all in one transaction.</summary>
public static class PostGisMigrations
{
    // Two programs that start at once must not both create the schema. Any number will do, if always the same.
    private const long LockNumber = 0x67656E6965;
    private const string Prefix = "migrations/";

    /// <summary>Applies what is missing; needs a user who may create schemas, roles and extensions.</summary>
    /// <returns>The scripts that were applied now.</returns>
    public static async Task<IReadOnlyList<string>> ApplyAsync(NpgsqlDataSource database, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(database);
        await using var connection = await database.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        await RunAsync(connection, $"SELECT pg_advisory_xact_lock({LockNumber})", cancellationToken).ConfigureAwait(false);
        await RunAsync(connection, "CREATE TABLE IF NOT EXISTS public.genie_migration (name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())", cancellationToken).ConfigureAwait(false);
        var known = new HashSet<string>();
        await using (var command = new NpgsqlCommand("SELECT name FROM public.genie_migration", connection))
        await using (var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false))
        {
            while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false)) known.Add(reader.GetString(0));
        }

        var applied = new List<string>();
        var assembly = typeof(PostGisMigrations).Assembly;
        foreach (var name in assembly.GetManifestResourceNames().Where(n => n.StartsWith(Prefix, StringComparison.Ordinal)).Order(StringComparer.Ordinal))
        {
            var script = name[Prefix.Length..];
            if (known.Contains(script)) continue;
            using var text = new StreamReader(assembly.GetManifestResourceStream(name)!);
            await RunAsync(connection, await text.ReadToEndAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
            await using var note = new NpgsqlCommand("INSERT INTO public.genie_migration (name) VALUES ($1)", connection) { Parameters = { new() { Value = script } } };
            await note.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
            applied.Add(script);
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
