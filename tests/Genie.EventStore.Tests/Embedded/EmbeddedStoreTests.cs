using Genie.EventStore.Embedded;
using Genie.EventStore.Tests.Embedded.Faults;
using Genie.Testing;

namespace Genie.EventStore.Tests.Embedded;

public sealed class EmbeddedStoreTests : EventStoreContract
{
    private readonly string _folder = Directory.CreateTempSubdirectory("genie-grains-").FullName;

    protected override async Task<IEventStore> OpenAsync() => await EmbeddedEventStore.OpenAsync(Options(), CancellationToken.None);

    public override async Task DisposeAsync()
    {
        await base.DisposeAsync();
        await PythonReader.CompareAsync(_folder);
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public async Task A_second_writer_is_kept_out()
    {
        await Assert.ThrowsAsync<EventStoreLockedException>(() => EmbeddedEventStore.OpenAsync(Options(), CancellationToken.None));
        await Store.DisposeAsync();
        await using var second = await EmbeddedEventStore.OpenAsync(Options(), CancellationToken.None);
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await Store.AppendAsync(Request("a", "one"), CancellationToken.None));
    }

    [Fact]
    public async Task All_is_there_again_after_reopening_across_many_segments()
    {
        for (var i = 0; i < 300; i++) await Store.AppendAsync(Request($"{i % 3}", new string('x', 900)) with { Key = new RequestKey(0, 0, (ulong)i) }, CancellationToken.None);
        await Store.SaveSnapshotAsync(Name("1"), new StreamSnapshot(50, new byte[] { 5 }), CancellationToken.None);
        await Store.SaveCheckpointAsync("p", 17, CancellationToken.None);
        await Store.DisposeAsync();
        Assert.True(Directory.GetFiles(_folder, "*.log").Length > 3);
        await using var again = await OpenAsync();
        for (var i = 0; i < 3; i++) Assert.Equal(100, (await ReadAsync(again.ReadStreamAsync(Name($"{i}"), 1, CancellationToken.None))).Count);
        Assert.Equal(300, (await ReadAsync(again.ReadAllAsync(0, CancellationToken.None))).Count);
        Assert.Equal(50, (await again.LoadSnapshotAsync(Name("1"), CancellationToken.None))!.Version);
        Assert.Equal(17, await again.LoadCheckpointAsync("p", CancellationToken.None));
        Assert.True((await again.AppendAsync(Request("0", "x") with { Key = new RequestKey(0, 0, 297) }, CancellationToken.None)).IsRepeat);
    }

    [Fact]
    public async Task Compaction_removes_what_a_snapshot_holds_and_keeps_keys_and_the_rest()
    {
        var store = (EmbeddedEventStore)Store;
        for (var i = 0; i < 300; i++) await Store.AppendAsync(Request($"{i % 2}", new string('x', 900)) with { Key = new RequestKey(0, 0, (ulong)i) }, CancellationToken.None);
        await Store.SaveSnapshotAsync(Name("0"), new StreamSnapshot(100, new byte[] { 1 }), CancellationToken.None);
        var freed = await store.CompactAsync(CancellationToken.None);
        Assert.True(freed > 60_000, $"{freed} bytes became free.");
        await CheckCompactedAsync(Store);
        await Store.DisposeAsync();
        await using var again = await OpenAsync();
        await CheckCompactedAsync(again);
        Assert.Equal(0, await ((EmbeddedEventStore)again).CompactAsync(CancellationToken.None));
    }

    [Fact]
    public async Task Compaction_forgets_keys_of_events_that_are_gone_when_they_are_old_enough()
    {
        var clock = new ManualClock();
        var options = new EmbeddedStoreOptions { Folder = "", SegmentBytes = 1 << 16, Clock = clock, RequestKeyMemory = TimeSpan.FromDays(7) };
        await using var store = EmbeddedEventStore.Open(new FakeDisk(new Random(1)), options, work => work.Execute(), StoreSimulation.InTurn, StoreSimulation.AtOnce);
        for (var i = 0; i < 3000; i++)
        {
            if (i is 1000 or 2000) clock.Advance(TimeSpan.FromDays(5));
            await store.AppendAsync(Request($"{i % 2}", new string('x', 100), "y") with { Key = new RequestKey(0, 0, (ulong)i) }, CancellationToken.None);
        }

        await store.SaveSnapshotAsync(Name("0"), new StreamSnapshot(3000, new byte[] { 1 }), CancellationToken.None);

        // Those of the first days, the others in their turn; what has its events keeps its key.
        await ExpectForgottenAsync(store, 1000);
        clock.Advance(TimeSpan.FromDays(4));
        await ExpectForgottenAsync(store, 2000);
        clock.Advance(TimeSpan.FromDays(30));
        await ExpectForgottenAsync(store, 3000);
        Assert.Equal(3000, await store.GetVersionAsync(Name("0"), CancellationToken.None));

        // Whoever comes so late is taken for new.
        var late = await store.AppendAsync(Request("0", "x") with { Key = new RequestKey(0, 0, 4) }, CancellationToken.None);
        Assert.Equal((3001, false), (late.FirstVersion, late.IsRepeat));

        // A segment is left alone that would become little smaller, or is the last.
        async Task ExpectForgottenAsync(EmbeddedEventStore of, int until)
        {
            await of.CompactAsync(CancellationToken.None);
            var forgotten = 0;
            for (var i = 0; i < 3000; i++)
            {
                if (await of.FindAsync(Name($"{i % 2}"), new RequestKey(0, 0, (ulong)i), CancellationToken.None) is { } found)
                    Assert.Equal((((i / 2) * 2L) + 1, ((i / 2) * 2L) + 2), (found.FirstVersion, found.LastVersion));
                else if (i % 2 == 0 && i < until) forgotten++;
                else Assert.Fail($"Key {i} is not known.");
            }

            Assert.InRange(forgotten, until / 2 * 3 / 4, until / 2);
        }
    }

    [Fact]
    public async Task Concurrent_appends_share_their_syncs()
    {
        var store = (EmbeddedEventStore)Store;
        var before = store.Commits;
        await Task.WhenAll(Enumerable.Range(0, 2000).Select(i => Store.AppendAsync(Request($"{i}", "x"), CancellationToken.None).AsTask()));
        Assert.InRange(store.Commits - before, 1, 1000);
    }

    [Fact]
    public async Task Blocking_and_waiting_callers_share_the_log()
    {
        var store = (EmbeddedEventStore)Store;
        var threads = Enumerable.Range(0, 3).Select(thread => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < 100; i++) Assert.Equal(i + 1, store.Append(Request($"blocking {thread}", "x")).LastVersion);
            },
            CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        var waiting = Task.Run(async () =>
        {
            for (var i = 0; i < 100; i++) Assert.Equal(i + 1, (await store.AppendAsync(Request("waiting", "x"), CancellationToken.None)).LastVersion);
        });
        await Task.WhenAll(threads.Append(waiting));
        Assert.Throws<VersionConflictException>(() => store.Append(Request("waiting", "x") with { ExpectedVersion = 7 }));
        Assert.Equal(400, (await ReadAsync(store.ReadAllAsync(0, CancellationToken.None))).Count);
    }

    [Fact]
    public async Task Changed_bytes_are_refused_by_name()
    {
        for (var i = 0; i < 10; i++) await Store.AppendAsync(Request("a", $"number {i}"), CancellationToken.None);
        await Store.DisposeAsync();
        var file = Directory.GetFiles(_folder, "*.log").Single();
        var bytes = await File.ReadAllBytesAsync(file);
        bytes[bytes.AsSpan().IndexOf("number 4"u8)] ^= 1;
        await File.WriteAllBytesAsync(file, bytes);
        var error = await Assert.ThrowsAsync<EventStoreCorruptedException>(() => EmbeddedEventStore.OpenAsync(Options(), CancellationToken.None));
        Assert.Contains(Path.GetFileName(file), error.Message, StringComparison.Ordinal);
        Assert.Equal(bytes, await File.ReadAllBytesAsync(file));
    }

    [Fact]
    public async Task The_end_of_the_log_cannot_be_lost_in_silence()
    {
        for (var i = 0; i < 300; i++) await Store.AppendAsync(Request("a", new string('x', 900)), CancellationToken.None);
        await Store.DisposeAsync();
        var last = Directory.GetFiles(_folder, "*.log").Order(StringComparer.Ordinal).Last();
        var bytes = await File.ReadAllBytesAsync(last);
        foreach (var harmed in new[] { null, bytes[..^(bytes.Length - 200)], new byte[bytes.Length], [.. bytes[..200], .. new byte[bytes.Length - 200]] })
        {
            if (harmed is null) File.Delete(last);
            else await File.WriteAllBytesAsync(last, harmed);
            await Assert.ThrowsAsync<EventStoreCorruptedException>(() => OpenAsync());
        }

        await File.WriteAllBytesAsync(last, bytes);
        await using var again = await OpenAsync();
        Assert.Equal(300, await again.GetVersionAsync(Name("a"), CancellationToken.None));
    }

    [Fact]
    public async Task A_reader_reads_beside_the_writer_and_changes_nothing()
    {
        for (var i = 0; i < 300; i++) await Store.AppendAsync(Request("a", new string('x', 900)), CancellationToken.None);
        await using (var reader = await EmbeddedEventStore.OpenAsync(Options() with { ReadOnly = true }, CancellationToken.None))
        {
            await Store.AppendAsync(Request("a", "later"), CancellationToken.None);
            Assert.Equal(300, (await ReadAsync(reader.ReadStreamAsync(Name("a"), 1, CancellationToken.None))).Count);
            await Assert.ThrowsAsync<EventStoreReadOnlyException>(async () => await reader.AppendAsync(Request("a", "no"), CancellationToken.None));
            await Assert.ThrowsAsync<EventStoreReadOnlyException>(() => reader.CompactAsync(CancellationToken.None));
        }

        Assert.Equal(301, await Store.GetVersionAsync(Name("a"), CancellationToken.None));
    }

    [Fact]
    public async Task A_place_that_takes_no_writes_is_not_taken_for_one_that_is_open_elsewhere()
    {
        // No folder can be made below a file: as on read-only media, the reason is in the message.
        var file = Path.Combine(_folder, "file");
        await File.WriteAllTextAsync(file, "");
        var error = await Assert.ThrowsAsync<EventStoreReadOnlyException>(() => EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = Path.Combine(file, "store") }, CancellationToken.None));
        Assert.False(error.IsTransient);
    }

    [Fact]
    public async Task Closing_leaves_nobody_waiting()
    {
        await Store.DisposeAsync();
        var store = await EmbeddedEventStore.OpenAsync(Options() with { PendingAppendsMax = 4 }, CancellationToken.None);
        var appends = Enumerable.Range(0, 50).Select(i => Task.Run(async () => await store.AppendAsync(Request($"{i}", "x"), CancellationToken.None))).ToArray();
        await Task.WhenAny(appends);
        await store.DisposeAsync();
        foreach (var append in appends)
        {
            await append.ContinueWith(_ => { }, TaskScheduler.Default).WaitAsync(TimeSpan.FromSeconds(60));
            Assert.True(append.IsCompletedSuccessfully || append.Exception?.InnerException is ObjectDisposedException);
        }
    }

    [Fact]
    public async Task A_full_disk_can_be_compacted()
    {
        var disk = new FakeDisk(new Random(1));
        var options = new EmbeddedStoreOptions { Folder = "", SegmentBytes = 1 << 16 };

        // Not in the background: room that the disk's loss overtakes is no room.
        await using var store = EmbeddedEventStore.Open(disk, options, work => work.Execute(), StoreSimulation.InTurn, StoreSimulation.AtOnce);
        for (var i = 0; i < 200; i++) await store.AppendAsync(Request("a", new string('x', 900)), CancellationToken.None);
        await store.SaveSnapshotAsync(Name("a"), new StreamSnapshot(199, new byte[] { 1 }), CancellationToken.None);

        // Somebody else took all that was left.
        disk.Capacity = disk.Bytes;
        var full = await Assert.ThrowsAsync<EventStoreFullException>(async () =>
        {
            for (var i = 0; i < 200; i++) await store.AppendAsync(Request("b", new string('x', 900)), CancellationToken.None);
        });
        Assert.True(full.IsTransient);
        Assert.True(await store.CompactAsync(CancellationToken.None) > 100_000);
        await store.AppendAsync(Request("b", new string('x', 900)), CancellationToken.None);
        Assert.Equal(200, await store.GetVersionAsync(Name("a"), CancellationToken.None));
    }

    [Fact]
    public async Task What_a_full_disk_advises_makes_room_without_opening_the_store_anew()
    {
        var disk = new FakeDisk(new Random(1)) { Capacity = 1 << 20 };
        var options = new EmbeddedStoreOptions { Folder = "", SegmentBytes = 1 << 16 };
        await using var store = EmbeddedEventStore.Open(disk, options, work => work.Execute(), StoreSimulation.InTurn, StoreSimulation.AtOnce);

        // Again and again: what it needs for that must come back.
        for (var round = 0; round < 20; round++)
        {
            // Nothing can be removed: that costs nothing of what is kept for when something can.
            Assert.Contains("save snapshots and compact", (await FillAsync(store)).Message, StringComparison.Ordinal);
            Assert.Equal(0, await store.CompactAsync(CancellationToken.None));
            Assert.Equal(0, await store.CompactAsync(CancellationToken.None));
            foreach (var stream in new[] { "0", "1", "2" })
                await store.SaveSnapshotAsync(Name(stream), new StreamSnapshot(await store.GetVersionAsync(Name(stream), CancellationToken.None), new byte[500]), CancellationToken.None);
            await store.SaveCheckpointAsync("p", await store.GetPositionAsync(CancellationToken.None), CancellationToken.None);
            var before = disk.Bytes;
            var freed = await store.CompactAsync(CancellationToken.None);
            Assert.True(freed > 500_000, $"{freed} bytes became free in round {round}.");
            Assert.Equal(0, disk.UnnamedBytes);
            Assert.True(before - disk.Bytes > 400_000, $"The files have {disk.Bytes} bytes, {before} before.");
        }
    }

    [Fact]
    public async Task Who_reads_while_segments_are_compacted_reads_on_and_holds_no_room()
    {
        var disk = new FakeDisk(new Random(1));
        var options = new EmbeddedStoreOptions { Folder = "", SegmentBytes = 1 << 16 };
        await using var store = EmbeddedEventStore.Open(disk, options, work => work.Execute(), StoreSimulation.InTurn, StoreSimulation.AtOnce);
        for (var i = 0; i < 600; i++) await store.AppendAsync(Request($"{i % 2}", new string('x', 900)), CancellationToken.None);
        await using var all = store.ReadAllAsync(0, CancellationToken.None).GetAsyncEnumerator();
        await using var one = store.ReadStreamAsync(Name("1"), 1, CancellationToken.None).GetAsyncEnumerator();
        for (var i = 0; i < 5; i++) Assert.True(await all.MoveNextAsync() && await one.MoveNextAsync());
        await store.SaveSnapshotAsync(Name("0"), new StreamSnapshot(300, new byte[1]), CancellationToken.None);
        Assert.True(await store.CompactAsync(CancellationToken.None) > 200_000);
        Assert.Equal(0, disk.UnnamedBytes);
        var positions = new List<long> { all.Current.Position };
        while (await all.MoveNextAsync()) positions.Add(all.Current.Position);
        Assert.Equal(positions.Order().Distinct(), positions);
        Assert.True(positions.Where(position => position % 2 == 0).SequenceEqual(Enumerable.Range(3, 298).Select(i => 2L * i)), "Of the stream that was left alone every event is read.");
        var version = one.Current.Version;
        while (await one.MoveNextAsync()) Assert.Equal((++version, version * 2), (one.Current.Version, one.Current.Position));
        Assert.Equal(300, version);
    }

    [Fact]
    public async Task Another_reason_than_room_is_told_as_such()
    {
        var disk = new FakeDisk(new Random(1));
        await using var store = EmbeddedEventStore.Open(disk, new EmbeddedStoreOptions { Folder = "", SegmentBytes = 1 << 16 }, work => work.Execute(), StoreSimulation.InTurn, StoreSimulation.AtOnce);
        await store.AppendAsync(Request("a", "one"), CancellationToken.None);
        disk.CreationFailure = new IOException("Too many open files");
        var error = await Assert.ThrowsAsync<EventStoreDiskException>(() => FillAsync(store, until: 1000));
        Assert.True(error.IsTransient);
        Assert.Contains("Too many open files", error.Message, StringComparison.Ordinal);
        disk.CreationFailure = null;
        await store.AppendAsync(Request("a", new string('x', 900)), CancellationToken.None);
    }

    [Fact]
    public async Task A_disk_without_room_for_a_first_segment_says_how_much_that_takes()
    {
        var disk = new FakeDisk(new Random(1)) { Capacity = 20_000 };
        await using var store = EmbeddedEventStore.Open(disk, new EmbeddedStoreOptions { Folder = "", SegmentBytes = 1 << 16 }, work => work.Execute(), StoreSimulation.InTurn, StoreSimulation.AtOnce);
        var error = await Assert.ThrowsAsync<EventStoreFullException>(async () => await store.AppendAsync(Request("a", "one"), CancellationToken.None));
        Assert.Contains("65,536 bytes. Make room, or open the store with smaller SegmentBytes", error.Message, StringComparison.Ordinal);
        await store.DisposeAsync();
        await using var smaller = EmbeddedEventStore.Open(disk, new EmbeddedStoreOptions { Folder = "", SegmentBytes = 4096 }, work => work.Execute(), StoreSimulation.InTurn, StoreSimulation.AtOnce);
        await smaller.AppendAsync(Request("a", "one"), CancellationToken.None);
    }

    private async Task<EventStoreException> FillAsync(EmbeddedEventStore store, int until = 10_000)
    {
        for (var i = 0; i < until; i++)
        {
            try
            {
                await store.AppendAsync(Request($"{i % 3}", new string('x', 900)), CancellationToken.None);
            }
            catch (EventStoreFullException full)
            {
                return full;
            }
        }

        throw new InvalidOperationException("The disk did not fill.");
    }

    private async Task CheckCompactedAsync(IEventStore store)
    {
        var error = await Assert.ThrowsAsync<EventsCompactedException>(() => ReadAsync(store.ReadStreamAsync(Name("0"), 1, CancellationToken.None)));
        Assert.InRange(error.FirstVersion, 2, 101);
        Assert.Equal(150 - error.FirstVersion + 1, (await ReadAsync(store.ReadStreamAsync(Name("0"), error.FirstVersion, CancellationToken.None))).Count);
        Assert.Equal(150, (await ReadAsync(store.ReadStreamAsync(Name("1"), 1, CancellationToken.None))).Count);
        Assert.Equal(300 - (error.FirstVersion - 1), (await ReadAsync(store.ReadAllAsync(0, CancellationToken.None))).Count);
        var repeat = await store.AppendAsync(Request("0", "x") with { Key = new RequestKey(0, 0, 4) }, CancellationToken.None);
        Assert.Equal((3, 3, true), (repeat.FirstVersion, repeat.LastVersion, repeat.IsRepeat));
    }

    private EmbeddedStoreOptions Options() => new() { Folder = _folder, SegmentBytes = 1 << 16 };
}
