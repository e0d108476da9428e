using Genie.EventStore.PostgreSql;
using Genie.Testing;
using Npgsql;

namespace Genie.EventStore.Tests.PostgreSql;

internal static class PostgreSqlStores
{
    /// <summary>Opens an event store in the server; all of them share one database.</summary>
    public static async Task<IEventStore> OpenAsync(this PostgreSqlFixture server) =>
        await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = server.ConnectionString }, CancellationToken.None);

    public static NpgsqlDataSource Connect(this PostgreSqlFixture server) => NpgsqlDataSource.Create(server.ConnectionString);
}
