using Genie.Datagrams.Zones.Tests.Directories;
using Genie.EventStore;

namespace Genie.Datagrams.Zones.EventStore.Tests.Directories;

public sealed class EmbeddedEntityTests(EmbeddedStore store) : EventStoreEntityTests, IClassFixture<EmbeddedStore>
{
    private protected override IEventStore Events => store.Events!;
}

[Collection(PostgreSqlTests.Name)]
public sealed class PostgreSqlEntityTests(PostgreSqlStore store) : EventStoreEntityTests
{
    private protected override IEventStore Events => store.Events;
}

/// <summary>Every call goes to another store of the same streams.</summary>
public abstract class EventStoreEntityTests : EntityStoreContract
{
    private readonly string _category = $"entity-{Guid.NewGuid():N}";

    private protected abstract IEventStore Events { get; }

    private protected override IEntityStore Open() => new EventStoreEntityStore(Events, _category);

    [SkippableFact]
    public async Task Entities_are_kept_by_version_beyond_the_store_that_wrote_them()
    {
        var store = Open();
        Assert.Null(await store.LoadAsync(7, default));
        for (var version = 1; version <= 300; version++) Assert.True(await store.TrySaveAsync(new EntityRecord { Entity = 7, Version = version, Received = version }, default));
        Assert.False(await store.TrySaveAsync(new EntityRecord { Entity = 7, Version = 300, Received = 1_000 }, default));
        Assert.False(await store.TrySaveAsync(new EntityRecord { Entity = 7, Version = 302, Received = 1_000 }, default));
        Assert.Equal((300L, 300L), (await Open().LoadAsync(7, default)) is { } read ? (read.Version, read.Received) : default);
        Assert.Equal(256, (await Events.LoadSnapshotAsync($"{_category}/0000000000000007", default))!.Version);
    }
}
