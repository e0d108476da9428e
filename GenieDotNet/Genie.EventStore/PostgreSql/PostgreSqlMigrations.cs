using Genie.PostgreSql;
using Npgsql;

namespace Genie.EventStore.PostgreSql;

/// <summary>Brings the store's schema up to date.</summary>
public static class PostgreSqlMigrations
{
    private const string Folder = "event-store/";

    /// <summary>Applies what is missing; needs a user who may create schemas.</summary>
    /// <returns>The scripts that were applied now.</returns>
    public static Task<IReadOnlyList<string>> ApplyAsync(NpgsqlDataSource database, CancellationToken cancellationToken) =>
        SqlMigrations.ApplyAsync(database, typeof(PostgreSqlMigrations).Assembly, Folder, Folder, cancellationToken);
}
