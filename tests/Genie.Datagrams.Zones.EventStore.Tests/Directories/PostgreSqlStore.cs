using Genie.EventStore.PostgreSql;
using Genie.Testing;

namespace Genie.Datagrams.Zones.EventStore.Tests.Directories;

/// <summary>An event store in a PostgreSQL server of the tests' own, where that is installed.</summary>
public sealed class PostgreSqlStore : IAsyncLifetime
{
    private readonly PostgreSqlFixture _server = new();
    private PostgreSqlEventStore? _events;

    /// <summary>Skips the test that asks where there is no PostgreSQL.</summary>
    internal PostgreSqlEventStore Events
    {
        get
        {
            Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
            return _events!;
        }
    }

    internal string ConnectionString => _server.ConnectionString;

    public async Task InitializeAsync()
    {
        await _server.InitializeAsync();
        if (PostgreSqlFixture.WhyUnavailable is null) _events = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = ConnectionString }, default);
    }

    public async Task DisposeAsync()
    {
        if (_events is not null) await _events.DisposeAsync();
        await _server.DisposeAsync();
    }
}

/// <summary>One server for all tests of the assembly.</summary>
[CollectionDefinition(Name)]
public sealed class PostgreSqlTests : ICollectionFixture<PostgreSqlStore>
{
    internal const string Name = "PostgreSQL";
}
