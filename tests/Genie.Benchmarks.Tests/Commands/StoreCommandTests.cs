using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class StoreCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public async Task A_store_is_verified_exported_and_compacted()
    {
        await using (var store = await FillAsync())
        {
            // Beside the process that writes.
            var (beside, _, why) = await GenieRun.RunAsync("store", "verify", _folder.Path);
            Assert.True(beside == ExitCode.Success, why);
            (beside, _, why) = await GenieRun.RunAsync("store", "compact", _folder.Path);
            Assert.Equal(ExitCode.Failure, beside);
            Assert.Contains("open elsewhere", why, StringComparison.Ordinal);
        }

        var (code, output, error) = await GenieRun.RunAsync("store", "verify", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("whole: 2 streams, 200 events, 0 compacted, 100 keys, position 200", output, StringComparison.Ordinal);

        (code, output, error) = await GenieRun.RunAsync("store", "export", _folder.Path, "--stream", "a", "--after", "100");
        Assert.True(code == ExitCode.Success, output + error);
        var lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(50, lines.Length);
        var first = JsonDocument.Parse(lines[0]).RootElement;
        Assert.Equal((101, "a", 51, 100UL), (first.GetProperty("position").GetInt64(), first.GetProperty("stream").GetString(), first.GetProperty("version").GetInt64(), first.GetProperty("key").GetProperty("sequence").GetUInt64()));

        (code, output, error) = await GenieRun.RunAsync("store", "compact", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        (code, output, error) = await GenieRun.RunAsync("store", "verify", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.DoesNotContain(" 0 compacted", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_export_is_imported_with_its_versions_keys_times_and_metadata()
    {
        await using (var store = await FillAsync())
        {
            var together = new AppendRequest("c", new NewEvent[] { new("one", "1"u8.ToArray()), new("two", "2"u8.ToArray()) });
            await store.AppendAsync(together with { Key = new RequestKey(ulong.MaxValue, 1, 2), Metadata = new EventMetadata("trace 7", null), RecordedAt = DateTimeOffset.MaxValue }, CancellationToken.None);
        }

        var (file, copy) = (Path.Combine(_folder.Path, "events.jsonl"), Path.Combine(_folder.Path, "copy"));
        var (code, output, error) = await GenieRun.RunAsync("store", "export", _folder.Path, "--out", file);
        Assert.True(code == ExitCode.Success, output + error);
        (code, output, error) = await GenieRun.RunAsync("store", "import", copy, "--from", file);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("202 events: 3 streams, 202 events, 0 compacted, 101 keys, position 202", output, StringComparison.Ordinal);
        (code, output, error) = await GenieRun.RunAsync("store", "export", copy);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Equal(await File.ReadAllTextAsync(file), output);

        // What one request appended is one append again: a repetition is told where both of its events went.
        await using (var again = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = copy, ReadOnly = true }, CancellationToken.None))
            Assert.Equal((1, 2), await again.FindAsync("c", new RequestKey(ulong.MaxValue, 1, 2), CancellationToken.None) is { } found ? (found.FirstVersion, found.LastVersion) : default);
        (code, _, error) = await GenieRun.RunAsync("store", "import", copy, "--from", file);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("is not empty", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_store_is_backed_up_beside_its_writer_and_restored()
    {
        var (backup, restored) = (Path.Combine(_folder.Path, "backup"), Path.Combine(_folder.Path, "restored"));
        await using (await FillAsync())
        {
            var (first, said, why) = await GenieRun.RunAsync("store", "backup", _folder.Path, backup);
            Assert.True(first == ExitCode.Success, why);
            Assert.Contains("whole: 2 streams, 200 events", said, StringComparison.Ordinal);
        }

        var (code, output, error) = await GenieRun.RunAsync("store", "restore", backup, restored);
        Assert.True(code == ExitCode.Success, output + error);
        (code, output, error) = await GenieRun.RunAsync("store", "verify", restored);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("whole: 2 streams, 200 events", output, StringComparison.Ordinal);
        (code, _, error) = await GenieRun.RunAsync("store", "restore", backup, restored);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("is not empty", error, StringComparison.Ordinal);
        (code, _, _) = await GenieRun.RunAsync("store", "backup", backup, backup);
        Assert.Equal(ExitCode.BadArguments, code);
    }

    [Fact]
    public async Task A_stream_is_archived_and_deleted()
    {
        await (await FillAsync()).DisposeAsync();
        var (file, copy) = (Path.Combine(_folder.Path, "a.jsonl"), Path.Combine(_folder.Path, "copy"));
        string[] delete = ["store", "delete", _folder.Path, "--stream", "a", "--archive", file];
        var (code, output, error) = await GenieRun.RunAsync(delete);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("a: deleted up to version 100; 100 events are in", output, StringComparison.Ordinal);
        Assert.Equal(100, (await File.ReadAllLinesAsync(file)).Length);
        (code, output, error) = await GenieRun.RunAsync("store", "verify", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        (code, output, error) = await GenieRun.RunAsync("store", "export", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Equal(100, output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Count(line => line.Contains("\"stream\":\"b\"", StringComparison.Ordinal)));
        Assert.Equal("{\"stream\":\"a\",\"begins\":102}", Assert.Single(output.Split('\n', StringSplitOptions.RemoveEmptyEntries), line => line.Contains("\"stream\":\"a\"", StringComparison.Ordinal)));

        // The archive is a store of its own again.
        (code, output, error) = await GenieRun.RunAsync("store", "import", copy, "--from", file);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("100 events: 1 streams, 100 events", output, StringComparison.Ordinal);
        (code, _, error) = await GenieRun.RunAsync(delete);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("There is no stream 'a'.", error, StringComparison.Ordinal);
        (code, _, error) = await GenieRun.RunAsync("store", "delete", _folder.Path, "--stream", "b", "--archive", file);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("--archive", error, StringComparison.Ordinal);
        Assert.Equal(100, (await File.ReadAllLinesAsync(file)).Length);
    }

    [Fact]
    public async Task Compacted_deleted_and_used_again_streams_are_the_same_after_an_import()
    {
        var options = new EmbeddedStoreOptions { Folder = _folder.Path, SegmentBytes = 1 << 16 };
        await using (var store = await EmbeddedEventStore.OpenAsync(options, CancellationToken.None))
        {
            async Task AppendAsync(string stream, int count)
            {
                for (var i = 0; i < count; i++) await store.AppendAsync(new AppendRequest(stream, new NewEvent[] { new("happened", new byte[500]) }), CancellationToken.None);
            }

            foreach (var stream in new[] { "whole", "all in the snapshot", "some in the snapshot", "used again", "gone" }) await AppendAsync(stream, 20);
            await store.SaveSnapshotAsync("all in the snapshot", new StreamSnapshot(20, "twenty"u8.ToArray()), CancellationToken.None);
            await store.SaveSnapshotAsync("some in the snapshot", new StreamSnapshot(10, "ten"u8.ToArray()), CancellationToken.None);
            await store.DeleteStreamAsync("used again", 20, CancellationToken.None);
            await store.DeleteStreamAsync("gone", 20, CancellationToken.None);
            await AppendAsync("used again", 5);
            await AppendAsync("filler", 300);
            await store.CompactAsync(CancellationToken.None);
            await store.SaveSnapshotAsync("some in the snapshot", new StreamSnapshot(15, "fifteen"u8.ToArray()), CancellationToken.None);
        }

        var (file, copy) = (Path.Combine(_folder.Path, "events.jsonl"), Path.Combine(_folder.Path, "copy"));
        var (code, output, error) = await GenieRun.RunAsync("store", "export", _folder.Path, "--out", file);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("{\"stream\":\"all in the snapshot\",\"begins\":21,\"snapshot\":\"dHdlbnR5\"}", await File.ReadAllLinesAsync(file));
        Assert.Contains("{\"stream\":\"used again\",\"begins\":22}", await File.ReadAllLinesAsync(file));
        (code, output, error) = await GenieRun.RunAsync("store", "import", copy, "--from", file);
        Assert.True(code == ExitCode.Success, output + error);
        (code, output, error) = await GenieRun.RunAsync("store", "verify", copy);
        Assert.True(code == ExitCode.Success, output + error);

        await using var old = await EmbeddedEventStore.OpenAsync(options with { ReadOnly = true }, CancellationToken.None);
        await using var imported = await EmbeddedEventStore.OpenAsync(options with { Folder = copy }, CancellationToken.None);
        var outlines = old.ListStreams().ToDictionary(stream => stream.Name);
        Assert.Equal((11, 20), (outlines["some in the snapshot"].FirstVersion, outlines["some in the snapshot"].Version));
        Assert.Equal((21, 20), (outlines["all in the snapshot"].FirstVersion, outlines["all in the snapshot"].Version));
        Assert.Equal((22, 26), (outlines["used again"].FirstVersion, outlines["used again"].Version));
        Assert.Equal(outlines.Values.Select(stream => (stream.Name, stream.FirstVersion, stream.Version)).Order(), imported.ListStreams().Select(stream => (stream.Name, stream.FirstVersion, stream.Version)).Order());
        foreach (var name in outlines.Keys)
        {
            Assert.Equal(outlines[name], old.FindStream(name));
            Assert.Equal(await old.GetVersionAsync(name, CancellationToken.None), await imported.GetVersionAsync(name, CancellationToken.None));
            if (outlines[name].FirstVersion > 1) Assert.Equal(Text(await old.LoadSnapshotAsync(name, CancellationToken.None)), Text(await imported.LoadSnapshotAsync(name, CancellationToken.None)));
        }

        // A version is not given twice, also where the stream is gone.
        Assert.Equal(22, (await imported.AppendAsync(new AppendRequest("gone", new NewEvent[] { new("happened", default) }) { ExpectedVersion = 0 }, CancellationToken.None)).LastVersion);
        Assert.Equal(21, (await imported.AppendAsync(new AppendRequest("all in the snapshot", new NewEvent[] { new("happened", default) }) { ExpectedVersion = 20 }, CancellationToken.None)).LastVersion);
    }

    [Theory]
    [InlineData("{\"stream\":\"a\"}", "line 1: no event")]
    [InlineData("{\"stream\":\"a\",\"begins\":1}", "line 1: no line of a stream")]
    [InlineData("{\"stream\":\"a\",\"begins\":5,\"type\":\"t\"}", "line 1: no line of a stream")]
    [InlineData("{\"stream\":\"a\",\"begins\":5}\n{\"stream\":\"a\",\"begins\":5}", "other versions")]
    [InlineData("{\"stream\":\"a\",\"begins\":5}\n{\"stream\":\"a\",\"version\":6,\"time\":\"2020-01-01T00:00:00Z\",\"key\":null,\"type\":\"t\",\"payload\":\"\"}", "was to begin with version 5, not 6")]
    [InlineData("{\"stream\":\"a\",\"version\":5,\"snapshot\":\"\"}", "other versions")]
    [InlineData("what", "line 1: no event")]
    [InlineData("{\"stream\":\"a\",\"version\":5,\"time\":\"2020-01-01T00:00:00Z\",\"key\":null,\"type\":\"t\",\"payload\":\"\"}", "other versions")]
    [InlineData("{\"stream\":\"a\",\"version\":1,\"time\":\"never\",\"key\":null,\"type\":\"t\",\"payload\":\"\"}", "before line 2")]
    public async Task A_line_that_cannot_be_imported_is_named(string line, string expected)
    {
        var file = Path.Combine(_folder.Path, "events.jsonl");
        await File.WriteAllTextAsync(file, line);
        var (code, _, error) = await GenieRun.RunAsync("store", "import", Path.Combine(_folder.Path, "copy"), "--from", file);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains(expected, string.Join(" ", error.Split([" ", "\n"], StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_damaged_or_missing_is_told()
    {
        await (await FillAsync()).DisposeAsync();
        File.Delete(Directory.GetFiles(_folder.Path, "*.log").Order(StringComparer.Ordinal).Last());
        var (code, _, error) = await GenieRun.RunAsync("store", "verify", _folder.Path);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("the file is missing", string.Join(" ", error.Split([" ", "\n"], StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
        (code, _, error) = await GenieRun.RunAsync("store", "verify", Path.Combine(_folder.Path, "none"));
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("holds no event store", error, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();

    private static string Text(StreamSnapshot? snapshot) => snapshot is null ? "none" : $"{snapshot.Version}: {System.Text.Encoding.UTF8.GetString(snapshot.State.Span)}";

    private async Task<EmbeddedEventStore> FillAsync()
    {
        var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path, SegmentBytes = 1 << 16 }, CancellationToken.None);
        for (var i = 0; i < 200; i++)
        {
            var request = new AppendRequest(i % 2 == 0 ? "a" : "b", new NewEvent[] { new("t", new byte[900]) });
            await store.AppendAsync(i % 2 == 0 ? request with { Key = new RequestKey(1, 2, (ulong)i) } : request, CancellationToken.None);
        }

        await store.SaveSnapshotAsync("b", new StreamSnapshot(90, new byte[1]), CancellationToken.None);
        return store;
    }
}
