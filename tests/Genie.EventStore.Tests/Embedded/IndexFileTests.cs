using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.EventStore.Tests.Embedded;

/// <summary>Index files make a store fast and never say what it holds: whatever becomes of them, that is read from the segments.</summary>
public sealed class IndexFileTests : IDisposable
{
    private const int Streams = 50;
    private const int EventsPerStream = 40;

    private readonly TemporaryFolder _folder = new();

    [Fact]
    public async Task Few_index_files_remain_and_an_opening_needs_nothing_else()
    {
        await FillAsync(_folder.Path, "a");
        Assert.True(Segments(_folder.Path).Length > 20);
        Assert.InRange(Indexes(_folder.Path).Length, 1, 20);
        await CheckAsync(_folder.Path, "a");
    }

    [Fact]
    public async Task What_becomes_of_index_files_is_of_no_meaning()
    {
        await FillAsync(_folder.Path, "a");
        using var other = new TemporaryFolder();
        await FillAsync(other.Path, "b");
        foreach (var path in Indexes(other.Path)) File.Copy(path, Path.Combine(_folder.Path, Path.GetFileName(path)), overwrite: true);
        await CheckAsync(_folder.Path, "a");
        foreach (var path in Indexes(_folder.Path)) File.Delete(path);
        await CheckAsync(_folder.Path, "a");
        foreach (var path in Indexes(_folder.Path)) await File.WriteAllBytesAsync(path, (await File.ReadAllBytesAsync(path))[..^1]);
        await CheckAsync(_folder.Path, "a");
        foreach (var path in Indexes(_folder.Path)) await File.WriteAllBytesAsync(path, new byte[5000]);
        await CheckAsync(_folder.Path, "a");
    }

    [Fact]
    public async Task Damage_to_an_index_file_in_use_is_mended()
    {
        await FillAsync(_folder.Path, "a");
        for (var at = 0; at < 40_000; at += 1000)
        {
            foreach (var path in Indexes(_folder.Path))
            {
                await using var file = File.Open(path, FileMode.Open, FileAccess.ReadWrite);
                if (at >= file.Length) continue;
                file.Position = at;
                var value = file.ReadByte();
                file.Position = at;
                file.WriteByte((byte)~value);
            }

            await CheckAsync(_folder.Path, "a");
        }
    }

    [Fact]
    public async Task Full_segments_that_are_missing_cut_or_zeroed_are_refused_at_once()
    {
        await FillAsync(_folder.Path, "a");
        var path = Segments(_folder.Path)[5];
        var bytes = await File.ReadAllBytesAsync(path);
        var used = bytes.AsSpan().LastIndexOfAnyExcept((byte)0) + 1;
        var zeroed = (byte[])bytes.Clone();
        zeroed.AsSpan(used - 10).Clear();
        foreach (var harmed in new[] { null, bytes[..(used - 1)], [], new byte[bytes.Length], zeroed })
        {
            if (harmed is null) File.Delete(path);
            else await File.WriteAllBytesAsync(path, harmed);
            await Assert.ThrowsAsync<EventStoreCorruptedException>(() => EmbeddedEventStore.OpenAsync(Options(_folder.Path), CancellationToken.None));
        }

        await File.WriteAllBytesAsync(path, bytes);
        await CheckAsync(_folder.Path, "a");
    }

    [Fact]
    public async Task A_changed_byte_is_refused_when_it_is_read_or_at_once_if_that_is_asked_for()
    {
        await FillAsync(_folder.Path, "a");
        var path = Segments(_folder.Path)[5];
        var bytes = await File.ReadAllBytesAsync(path);
        bytes[1000] ^= 1;
        await File.WriteAllBytesAsync(path, bytes);
        await Assert.ThrowsAsync<EventStoreCorruptedException>(() => EmbeddedEventStore.OpenAsync(Options(_folder.Path) with { VerifyOnOpen = true }, CancellationToken.None));
        await using (var store = await EmbeddedEventStore.OpenAsync(Options(_folder.Path), CancellationToken.None))
        {
            var error = await Assert.ThrowsAsync<EventStoreCorruptedException>(async () =>
            {
                await foreach (var each in store.ReadAllAsync(0, CancellationToken.None)) Assert.NotNull(each.Stream);
            });
            Assert.Contains(Path.GetFileName(path), error.Message, StringComparison.Ordinal);
        }

        Assert.Equal(bytes, await File.ReadAllBytesAsync(path));
    }

    [Fact]
    public async Task Compaction_and_reading_go_on_beside_one_another_and_what_index_files_were_before_counts_no_more()
    {
        await FillAsync(_folder.Path, "a");
        var before = Indexes(_folder.Path).ToDictionary(path => path, File.ReadAllBytes);
        await using (var store = await EmbeddedEventStore.OpenAsync(Options(_folder.Path), CancellationToken.None))
        {
            for (var i = 0; i < Streams; i += 2) await store.SaveSnapshotAsync($"a {i}", new StreamSnapshot(EventsPerStream / 2, new byte[] { (byte)i }), CancellationToken.None);
            var compacting = store.CompactAsync(CancellationToken.None);
            while (!compacting.IsCompleted)
            {
                for (var i = 1; i < Streams; i += 2) await CheckStreamAsync(store, "a", i, 1);
            }

            Assert.True(await compacting > 0);
            for (var i = 0; i < Streams; i++) await CheckStreamAsync(store, "a", i, i % 2 == 0 ? (EventsPerStream / 2) + 1 : 1);
        }

        foreach (var (path, bytes) in before) await File.WriteAllBytesAsync(path, bytes);
        await using (var store = await EmbeddedEventStore.OpenAsync(Options(_folder.Path), CancellationToken.None))
        {
            for (var i = 0; i < Streams; i++) await CheckStreamAsync(store, "a", i, i % 2 == 0 ? (EventsPerStream / 2) + 1 : 1);
        }

        await PythonReader.CompareAsync(_folder.Path);
    }

    public void Dispose() => _folder.Dispose();

    private static string[] Indexes(string folder) => Directory.GetFiles(folder, "*.idx");

    private static string[] Segments(string folder) => [.. Directory.GetFiles(folder, "*.log").Order(StringComparer.Ordinal)];

    private static EmbeddedStoreOptions Options(string folder) => new() { Folder = folder, SegmentBytes = 16 << 10, StreamsCached = 4 };

    private static async Task FillAsync(string folder, string name)
    {
        await using var store = await EmbeddedEventStore.OpenAsync(Options(folder), CancellationToken.None);
        for (var version = 1; version <= EventsPerStream; version++)
        {
            var appends = Enumerable.Range(0, Streams).Select(i => store.AppendAsync(
                new AppendRequest($"{name} {i}", new NewEvent[] { new("happened", Payload(name, i, version)) }) { ExpectedVersion = version - 1, Key = new RequestKey(1, (uint)i, (ulong)version) },
                CancellationToken.None).AsTask());
            await Task.WhenAll(appends);
        }
    }

    private static async Task CheckAsync(string folder, string name)
    {
        await using var store = await EmbeddedEventStore.OpenAsync(Options(folder), CancellationToken.None);
        var random = new Random(1);
        foreach (var i in Enumerable.Range(0, Streams).OrderBy(_ => random.Next()))
        {
            await CheckStreamAsync(store, name, i, 1);
            var version = random.Next(1, EventsPerStream + 1);
            var found = await store.FindAsync($"{name} {i}", new RequestKey(1, (uint)i, (ulong)version), CancellationToken.None);
            Assert.Equal((version, version, true), (found!.Value.FirstVersion, found.Value.LastVersion, found.Value.IsRepeat));
            Assert.Null(await store.FindAsync($"{name} {i}", new RequestKey(2, (uint)i, (ulong)version), CancellationToken.None));
        }

        Assert.Equal(0, await store.GetVersionAsync("none", CancellationToken.None));
        var summary = store.Summarize();
        Assert.Equal((Streams, Streams * EventsPerStream, 0, Streams * EventsPerStream), (summary.Streams, summary.Events, summary.Compacted, summary.Keys));
    }

    private static async Task CheckStreamAsync(EmbeddedEventStore store, string name, int stream, int first)
    {
        if (first > 1)
        {
            var error = await Assert.ThrowsAsync<EventsCompactedException>(async () => await store.ReadStreamAsync($"{name} {stream}", 1, CancellationToken.None).FirstOrDefaultAsync());
            Assert.Equal(first, error.FirstVersion);
        }

        var version = first;
        await foreach (var each in store.ReadStreamAsync($"{name} {stream}", first, CancellationToken.None))
        {
            Assert.Equal(version, each.Version);
            Assert.True(each.Payload.Span.SequenceEqual(Payload(name, stream, version++)));
        }

        Assert.Equal(EventsPerStream + 1, version);
        Assert.Equal(EventsPerStream, await store.GetVersionAsync($"{name} {stream}", CancellationToken.None));
    }

    private static byte[] Payload(string name, int stream, int version)
    {
        var payload = new byte[100 + (stream * version % 100)];
        new Random(((name[0] * 1000) + stream) * 1000 + version).NextBytes(payload);
        return payload;
    }
}
