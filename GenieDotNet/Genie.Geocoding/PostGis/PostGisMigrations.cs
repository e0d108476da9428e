using Genie.PostgreSql;
using Npgsql;

namespace Genie.Geocoding.PostGis;

/// <summary>Brings a database's schema up to date.</summary>
public static class PostGisMigrations
{
    /// <summary>Applies what is missing; needs a user who may create schemas, roles and extensions.</summary>
    /// <returns>The scripts that were applied now.</returns>
    public static Task<IReadOnlyList<string>> ApplyAsync(NpgsqlDataSource database, CancellationToken cancellationToken) =>
        SqlMigrations.ApplyAsync(database, typeof(PostGisMigrations).Assembly, "migrations/", "", cancellationToken);
}
