using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.EventStore.Tests.Embedded;

public sealed class BackupTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string From => Path.Combine(_folder.Path, "store");

    private string To => Path.Combine(_folder.Path, "backup");

    [Fact]
    public async Task Every_backup_beside_a_writer_and_compactions_is_whole_and_has_what_was_acknowledged_before()
    {
        await using var store = await OpenAsync(From);
        using var stop = new CancellationTokenSource();
        long acknowledged = 0;
        var writing = Task.Run(async () =>
        {
            for (var i = 1L; !stop.IsCancellationRequested; i++)
            {
                Volatile.Write(ref acknowledged, (await AppendAsync(store, $"{i % 3}")).LastPosition);
                if (i % 50 == 0) await store.SaveSnapshotAsync("1", new StreamSnapshot(await store.GetVersionAsync("1", CancellationToken.None), new byte[100]), CancellationToken.None);
                if (i % 120 == 0) await store.CompactAsync(CancellationToken.None);
            }
        });
        for (var round = 0; round < 12; round++)
        {
            var before = Volatile.Read(ref acknowledged);
            while (Volatile.Read(ref acknowledged) < before + 40) await Task.Delay(1);
            before = Volatile.Read(ref acknowledged);

            // To the backup before, and to an empty folder.
            await EmbeddedEventStore.BackUpAsync(From, To, CancellationToken.None);
            var fresh = Path.Combine(_folder.Path, $"fresh-{round}");
            await EmbeddedEventStore.BackUpAsync(From, fresh, CancellationToken.None);
            foreach (var folder in new[] { To, fresh })
            {
                await using var copy = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, ReadOnly = true, VerifyOnOpen = true }, CancellationToken.None);
                Assert.True(copy.Summarize().Position >= before, $"It ends at {copy.Summarize().Position}; {before} were acknowledged.");
            }
        }

        await stop.CancelAsync();
        await writing;
        await EmbeddedEventStore.BackUpAsync(From, To, CancellationToken.None);

        // Opened to write, it goes on where the store was.
        await using var restored = await OpenAsync(To);
        Assert.Equal(store.ListStreams(), restored.ListStreams());
        Assert.Equal(Volatile.Read(ref acknowledged) + 1, (await AppendAsync(restored, "0")).LastPosition);
    }

    [Fact]
    public async Task What_did_not_change_is_kept_and_what_was_compacted_is_copied_again()
    {
        await using var store = await OpenAsync(From);
        for (var i = 0; i < 300; i++) await AppendAsync(store, $"{i % 2}");
        var first = await EmbeddedEventStore.BackUpAsync(From, To, CancellationToken.None);
        Assert.Equal((store.Summarize().Segments, 0), (first.SegmentsCopied, first.SegmentsKept));
        var kept = File.GetLastWriteTimeUtc(Path.Combine(To, "0000000001.log"));
        for (var i = 0; i < 10; i++) await AppendAsync(store, "0");
        var second = await EmbeddedEventStore.BackUpAsync(From, To, CancellationToken.None);
        Assert.True(second.SegmentsCopied <= 2 && second.SegmentsKept >= first.SegmentsCopied - 1, $"{second}");
        Assert.Equal(kept, File.GetLastWriteTimeUtc(Path.Combine(To, "0000000001.log")));
        await store.SaveSnapshotAsync("1", new StreamSnapshot(150, new byte[1]), CancellationToken.None);
        Assert.True(await store.CompactAsync(CancellationToken.None) > 0);
        var third = await EmbeddedEventStore.BackUpAsync(From, To, CancellationToken.None);
        Assert.Equal(0, third.SegmentsKept);
        await using var copy = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = To, ReadOnly = true, VerifyOnOpen = true }, CancellationToken.None);
        Assert.Equal(store.ListStreams(), copy.ListStreams());
    }

    [Fact]
    public async Task What_is_no_backup_of_this_store_is_left_alone()
    {
        await using (var store = await OpenAsync(From)) await AppendAsync(store, "a");
        await using (var other = await OpenAsync(To))
        {
            await AppendAsync(other, "b");
            await Assert.ThrowsAsync<EventStoreLockedException>(() => EmbeddedEventStore.BackUpAsync(From, To, CancellationToken.None));
        }

        var error = await Assert.ThrowsAsync<EventStoreException>(() => EmbeddedEventStore.BackUpAsync(From, To, CancellationToken.None));
        Assert.Contains("another store", error.Message, StringComparison.Ordinal);
        var further = Path.Combine(_folder.Path, "further");
        await EmbeddedEventStore.BackUpAsync(From, further, CancellationToken.None);
        await using (var store = await OpenAsync(further)) await AppendAsync(store, "a");
        error = await Assert.ThrowsAsync<EventStoreException>(() => EmbeddedEventStore.BackUpAsync(From, further, CancellationToken.None));
        Assert.Contains("further", error.Message, StringComparison.Ordinal);
        await using var left = await OpenAsync(further);
        Assert.Equal(2, await left.GetVersionAsync("a", CancellationToken.None));
    }

    [Fact]
    public async Task Damage_is_told_and_of_whom_and_the_backup_before_stays()
    {
        await using (var store = await OpenAsync(From))
        {
            for (var i = 0; i < 300; i++) await AppendAsync(store, "a");
        }

        await EmbeddedEventStore.BackUpAsync(From, To, CancellationToken.None);
        var before = await File.ReadAllBytesAsync(Path.Combine(To, "0000000002.log"));
        Spoil(Path.Combine(From, "0000000002.log"));
        var fresh = Path.Combine(_folder.Path, "fresh");
        await Assert.ThrowsAsync<EventStoreCorruptedException>(() => EmbeddedEventStore.BackUpAsync(From, fresh, CancellationToken.None));
        Assert.Empty(Directory.GetFiles(fresh, "*.log"));
        Assert.Equal(before, await File.ReadAllBytesAsync(Path.Combine(To, "0000000002.log")));

        // A copy of the copy makes the store good again.
        var again = Path.Combine(_folder.Path, "again");
        await EmbeddedEventStore.BackUpAsync(To, again, CancellationToken.None);
        await using (var store = await OpenAsync(again)) Assert.Equal(300, await store.GetVersionAsync("a", CancellationToken.None));
        Spoil(Path.Combine(To, "0000000002.log"));
        var error = await Assert.ThrowsAsync<EventStoreException>(() => EmbeddedEventStore.BackUpAsync(again, To, CancellationToken.None));
        Assert.Contains($"The backup in {To} is damaged", error.Message, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();

    private static void Spoil(string file)
    {
        using var stream = File.Open(file, FileMode.Open);
        stream.Position = 3000;
        stream.WriteByte(0xEE);
    }

    private static ValueTask<AppendResult> AppendAsync(EmbeddedEventStore store, string stream) =>
        store.AppendAsync(new AppendRequest(stream, new NewEvent[] { new("happened", new byte[500]) }), CancellationToken.None);

    private static Task<EmbeddedEventStore> OpenAsync(string folder) =>
        EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, SegmentBytes = 1 << 14 }, CancellationToken.None);
}
