using Genie.EventStore.PostgreSql;
using Genie.Testing;
using Npgsql;

namespace Genie.EventStore.Tests.PostgreSql;

internal static class PostgreSqlStores
{
    /// <summary>Opens an event store in the server; all of them share one database.</summary>
    public static async Task<IEventStore> OpenAsync(this PostgreSqlFixture server) =>
        await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = server.ConnectionString }, CancellationToken.None);

    /// <summary>Makes a database that no other test uses.</summary>
    /// <returns>How to connect to it.</returns>
    public static async Task<string> CreateDatabaseAsync(this PostgreSqlFixture server)
    {
        var name = $"alone_{Guid.NewGuid():n}";
        await using var database = server.Connect();
        await using var create = database.CreateCommand($"CREATE DATABASE {name}");
        await create.ExecuteNonQueryAsync();
        return new NpgsqlConnectionStringBuilder(server.ConnectionString) { Database = name }.ConnectionString;
    }

    public static NpgsqlDataSource Connect(this PostgreSqlFixture server) => NpgsqlDataSource.Create(server.ConnectionString);
}
