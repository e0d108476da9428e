using System.Reflection;
using Npgsql;

namespace Genie.PostgreSql;

/// <summary>Runs numbered scripts, each once in a database, in the order of their names, all in one transaction.</summary>
internal static class SqlMigrations
{
    // Two programs that start at once must not both create a schema. Any number will do, if always the same.
    private const long LockNumber = 0x67656E6965;

    /// <summary>Applies what is missing; the table <c>public.genie_migration</c> notes what was applied.</summary>
    /// <param name="database">Reached as a user who may do what the scripts do, and create that table.</param>
    /// <param name="assembly">Holds the scripts as resources.</param>
    /// <param name="folder">What their names begin with; it is not part of the noted name.</param>
    /// <param name="notedPrefix">What the noted names begin with, so that several owners of scripts share a database.</param>
    /// <param name="cancellationToken">Abandons all of it.</param>
    /// <returns>The noted names of the scripts that were applied now.</returns>
    public static async Task<IReadOnlyList<string>> ApplyAsync(
        NpgsqlDataSource database, Assembly assembly, string folder, string notedPrefix, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(database);
        ArgumentNullException.ThrowIfNull(assembly);
        await using var connection = await database.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);

        // A script may read a large table, and another program wait for that: the time-outs of daily work are not for them.
        await RunAsync(connection, "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0", cancellationToken).ConfigureAwait(false);
        await RunAsync(connection, $"SELECT pg_advisory_xact_lock({LockNumber})", cancellationToken).ConfigureAwait(false);
        await RunAsync(connection, "CREATE TABLE IF NOT EXISTS public.genie_migration (name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())", cancellationToken).ConfigureAwait(false);
        var applied = new List<string>();
        foreach (var name in assembly.GetManifestResourceNames().Where(name => name.StartsWith(folder, StringComparison.Ordinal)).Order(StringComparer.Ordinal))
        {
            var noted = notedPrefix + name[folder.Length..];
            await using var note = new NpgsqlCommand("INSERT INTO public.genie_migration (name) VALUES ($1) ON CONFLICT DO NOTHING", connection) { Parameters = { new() { Value = noted } } };
            if (await note.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false) == 0) continue;
            using var text = new StreamReader(assembly.GetManifestResourceStream(name)!);
            await RunAsync(connection, await text.ReadToEndAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
            applied.Add(noted);
        }

        await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
        return applied;
    }

    private static async Task RunAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }
}
