using Genie.Geocoding.PostGis;
using Genie.Servers;
using Genie.Testing;
using Npgsql;

namespace Genie.Geocoding.Tests;

/// <summary>A PostgreSQL of the tests' own with the library's counties and divisions in it.</summary>
public sealed class PostGisFixture : IAsyncLifetime
{
    /// <summary>Why there is none, or null.</summary>
    public static string? WhyUnavailable => ServerUnderTest.WhyUnavailable("postgres", PostgresServer.IsInstalled);

    internal ServerUnderTest Server { get; private set; } = null!;

    internal string ConnectionString { get; private set; } = "";

    internal NpgsqlDataSource Owner { get; private set; } = null!;

    /// <summary>The areas that PostGIS found invalid.</summary>
    internal IReadOnlySet<string> Repaired { get; private set; } = new HashSet<string>();

    internal IReadOnlyList<string> FirstMigrations { get; private set; } = [];

    public async Task InitializeAsync()
    {
        if (WhyUnavailable is not null) return;
        Server = await ServerUnderTest.StartAsync("postgres", "postgres", (folder, port) => PostgresServer.StartAsync(folder, port, CancellationToken.None));
        ConnectionString = Server.Process is { } process ? PostgresServer.ConnectionString(process) : FromUrl(Server.Url);
        Owner = NpgsqlDataSource.Create(ConnectionString);
        FirstMigrations = await PostGisMigrations.ApplyAsync(Owner, CancellationToken.None);
        Repaired = new HashSet<string>(
            (await PostGisMap.ReplaceAsync(Owner, BuiltIn.Counties, CancellationToken.None)).Concat(await PostGisMap.ReplaceAsync(Owner, BuiltIn.States, CancellationToken.None)));
    }

    public async Task DisposeAsync()
    {
        if (WhyUnavailable is not null) return;
        await Owner.DisposeAsync();
        await Server.DisposeAsync();
    }

    internal PostGisGeocoder Open(int connections = 2, int batchPoints = 512) =>
        PostGisGeocoder.Open(new PostGisOptions { ConnectionString = ConnectionString, Connections = connections, BatchPoints = batchPoints });

    private static string FromUrl(Uri url)
    {
        var user = url.UserInfo.Split(':');
        return $"Host={url.Host};Port={url.Port};Username={user[0]};Password={user.ElementAtOrDefault(1)};Database={url.AbsolutePath.Trim('/')}";
    }
}

/// <summary>The tests that share one server, one after the other.</summary>
[CollectionDefinition(nameof(PostGisFixture))]
public sealed class PostGisTestGroup : ICollectionFixture<PostGisFixture>;
