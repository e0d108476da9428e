using Genie.Grains.Events;
using Genie.Grains.Events.PostgreSql;
using Genie.Servers;
using Genie.Testing;
using Npgsql;

namespace Genie.Grains.Tests.PostgreSql;

/// <summary>A PostgreSQL of the tests' own.</summary>
public sealed class PostgreSqlFixture : IAsyncLifetime
{
    /// <summary>Why there is none, or null.</summary>
    public static string? WhyUnavailable => ServerUnderTest.WhyUnavailable("postgres", PostgresServer.IsInstalled);

    internal ServerUnderTest Server { get; private set; } = null!;

    internal string ConnectionString { get; private set; } = "";

    public async Task InitializeAsync()
    {
        if (WhyUnavailable is not null) return;
        Server = await ServerUnderTest.StartAsync("postgres", "postgres", (folder, port) => PostgresServer.StartAsync(folder, port, CancellationToken.None));
        ConnectionString = Server.Process is { } process ? PostgresServer.ConnectionString(process) : FromUrl(Server.Url);
    }

    public async Task DisposeAsync()
    {
        if (WhyUnavailable is null) await Server.DisposeAsync();
    }

    internal async Task<IEventStore> OpenAsync() => await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = ConnectionString }, CancellationToken.None);

    internal NpgsqlDataSource Connect() => NpgsqlDataSource.Create(ConnectionString);

    private static string FromUrl(Uri url)
    {
        var user = url.UserInfo.Split(':');
        return $"Host={url.Host};Port={url.Port};Username={user[0]};Password={user.ElementAtOrDefault(1)};Database={url.AbsolutePath.Trim('/')}";
    }
}
