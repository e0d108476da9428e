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
            var (beside, _, why) = await GenieProcess.RunAsync("store", "verify", _folder.Path);
            Assert.True(beside == ExitCode.Success, why);
            (beside, _, why) = await GenieProcess.RunAsync("store", "compact", _folder.Path);
            Assert.Equal(ExitCode.Failure, beside);
            Assert.Contains("open elsewhere", why, StringComparison.Ordinal);
        }

        var (code, output, error) = await GenieProcess.RunAsync("store", "verify", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("whole: 2 streams, 200 events, 0 compacted, 100 keys, position 200", output, StringComparison.Ordinal);

        (code, output, error) = await GenieProcess.RunAsync("store", "export", _folder.Path, "--stream", "a", "--after", "100");
        Assert.True(code == ExitCode.Success, output + error);
        var lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(50, lines.Length);
        var first = JsonDocument.Parse(lines[0]).RootElement;
        Assert.Equal((101, "a", 51, 100UL), (first.GetProperty("position").GetInt64(), first.GetProperty("stream").GetString(), first.GetProperty("version").GetInt64(), first.GetProperty("key").GetProperty("sequence").GetUInt64()));

        (code, output, error) = await GenieProcess.RunAsync("store", "compact", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        (code, output, error) = await GenieProcess.RunAsync("store", "verify", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.DoesNotContain(" 0 compacted", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_damaged_or_missing_is_told()
    {
        await (await FillAsync()).DisposeAsync();
        File.Delete(Directory.GetFiles(_folder.Path, "*.log").Order(StringComparer.Ordinal).Last());
        var (code, _, error) = await GenieProcess.RunAsync("store", "verify", _folder.Path);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("the file is missing", string.Join(" ", error.Split([" ", "\n"], StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
        (code, _, error) = await GenieProcess.RunAsync("store", "verify", Path.Combine(_folder.Path, "none"));
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("holds no event store", error, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();

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
