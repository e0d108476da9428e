using Genie.Datagrams.Zones.Tests.World;

namespace Genie.Datagrams.Zones.Tests.Directories;

/// <summary>What every store of entities keeps to.</summary>
public abstract class EntityStoreContract
{
    /// <summary>A store, or another one with the same content.</summary>
    private protected abstract IEntityStore Open();

    [SkippableFact]
    public async Task A_record_is_kept_if_the_one_before_it_is_the_latest_and_read_as_it_was()
    {
        Assert.Null(await Open().LoadAsync(7, default));
        Assert.False(await Open().TrySaveAsync(Record(7, version: 2), default));
        Assert.Null(await Open().LoadAsync(7, default));
        for (var version = 1; version <= 3; version++) Assert.True(await Open().TrySaveAsync(Record(7, version), default));
        foreach (var refused in (int[])[1, 2, 3, 5]) Assert.False(await Open().TrySaveAsync(Record(7, refused) with { Received = 1_000 }, default));
        var (kept, expected) = ((await Open().LoadAsync(7, default))!, Record(7, version: 3));
        Assert.Equal(expected.ToBytes(), kept.ToBytes());
        Assert.Equal((expected.Version, expected.Session, expected.Received, expected.FirstSent, expected.Position), (kept.Version, kept.Session, kept.Received, kept.FirstSent, kept.Position));
        Assert.Equal(expected.State.ToArray(), kept.State.ToArray());
        Assert.Equal(expected.Outbox.Select(message => message.ToArray()), kept.Outbox.Select(message => message.ToArray()));
    }

    [SkippableFact]
    public async Task Of_many_who_save_one_version_one_does_and_entities_are_apart()
    {
        for (var version = 1; version <= 5; version++)
        {
            var saved = await Task.WhenAll(Enumerable.Range(0, 8).Select(i => Task.Run(async () => (Saver: i, IsKept: await Open().TrySaveAsync(Record(8, version) with { Received = i }, default)))));
            var winner = Assert.Single(saved, one => one.IsKept);
            var kept = await Open().LoadAsync(8, default);
            Assert.Equal((version, winner.Saver), (kept!.Version, kept.Received));
        }

        Assert.Null(await Open().LoadAsync(9, default));
        Assert.True(await Open().TrySaveAsync(Record(9, version: 1), default));
        Assert.Equal(5, (await Open().LoadAsync(8, default))!.Version);
    }

    [SkippableFact]
    public async Task The_largest_entity_is_kept()
    {
        var largest = Record(10, version: 1) with
        {
            State = new byte[ZoneLimits.MaxStateBytes],
            Outbox = [.. Enumerable.Range(0, ZoneLimits.MaxOutboxBytes / ZoneLimits.MaxMessageBytes).Select(i => new ReadOnlyMemory<byte>([.. Enumerable.Repeat((byte)i, ZoneLimits.MaxMessageBytes)]))],
        };
        Assert.True(await Open().TrySaveAsync(largest, default));
        Assert.Equal(largest.ToBytes(), (await Open().LoadAsync(10, default))!.ToBytes());
    }

    private protected static EntityRecord Record(ulong entity, long version) => new()
    {
        Entity = entity,
        Version = version,
        Session = 0xfedc_ba98_7654_3210,
        Received = 17 * version,
        FirstSent = 3 + version,
        Position = FourZones.NorthEast,
        State = CountingWorld.Bytes(version),
        Outbox = [CountingWorld.Bytes(1), ReadOnlyMemory<byte>.Empty, CountingWorld.Bytes(version)],
    };
}
