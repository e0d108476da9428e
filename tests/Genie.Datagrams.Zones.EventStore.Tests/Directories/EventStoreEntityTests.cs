using Genie.Datagrams.Zones.Tests.Directories;
using Genie.EventStore;
using Genie.Testing;

namespace Genie.Datagrams.Zones.EventStore.Tests.Directories;

public sealed class EmbeddedEntityTests(EmbeddedStore store) : EventStoreEntityTests, IClassFixture<EmbeddedStore>
{
    private protected override IEventStore Events => store.Events!;
}

[Collection(PostgreSqlTests.Name)]
public sealed class PostgreSqlEntityTests(PostgreSqlStore store) : EventStoreEntityTests
{
    private protected override IEventStore Events => store.Events;

    [SkippableFact]
    public async Task Of_an_entity_that_is_saved_for_ever_the_last_events_are_kept()
    {
        for (var version = 1; version <= 600; version++) Assert.True(await Open().TrySaveAsync(Record(7, version), default));
        await Until.TrueAsync(async () => await FirstVersionAsync() == 512);
        Assert.Equal(Record(7, 600).ToBytes(), (await Open().LoadAsync(7, default))!.ToBytes());
    }

    [SkippableFact]
    public async Task No_save_waits_for_a_snapshot()
    {
        var slow = new SlowSnapshots(Events);
        var entities = new EventStoreEntityStore(slow, $"slow-{Guid.NewGuid():N}");
        for (var version = 1; version <= 300; version++) Assert.True(await entities.TrySaveAsync(Record(7, version), default));
        Assert.False(slow.Saved.IsCompleted);
        slow.Release();
        await slow.Saved;
    }

    private async Task<long> FirstVersionAsync()
    {
        try
        {
            await using var events = Events.ReadStreamAsync(StreamOf(7), 1, default).GetAsyncEnumerator();
            return await events.MoveNextAsync() ? events.Current.Version : 0;
        }
        catch (EventsCompactedException gone)
        {
            return gone.FirstVersion;
        }
    }

    /// <summary>A store whose snapshots are kept when it is told so.</summary>
    private sealed class SlowSnapshots(IEventStore inner) : EventStoreDecorator(inner)
    {
        private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _saved = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Saved => _saved.Task;

        public void Release() => _released.SetResult();

        public override async ValueTask SaveSnapshotAsync(string stream, StreamSnapshot snapshot, CancellationToken cancellationToken)
        {
            await _released.Task;
            await base.SaveSnapshotAsync(stream, snapshot, cancellationToken);
            _saved.SetResult();
        }
    }
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
        await Until.TrueAsync(async () => await Events.LoadSnapshotAsync(StreamOf(7), default) is { Version: 256 });
    }

    [SkippableFact]
    public async Task Who_reads_beside_one_who_saves_reads_one_record_or_a_later_one()
    {
        Assert.True(await Open().TrySaveAsync(Record(7, version: 1), default));
        var saving = Task.Run(async () =>
        {
            for (var version = 2; version <= 800; version++) Assert.True(await Open().TrySaveAsync(Record(7, version), default));
        });
        long read = 1;
        while (!saving.IsCompleted)
        {
            var record = (await Open().LoadAsync(7, default))!;
            Assert.True(record.Version >= read, $"{record.Version} after {read}");
            Assert.Equal(Record(7, read = record.Version).ToBytes(), record.ToBytes());
        }

        await saving;
        Assert.Equal(800, (await Open().LoadAsync(7, default))!.Version);
    }

    private protected string StreamOf(ulong entity) => $"{_category}/{entity:x16}";
}
