using System.IO.Compression;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.EventStore.Tests.Embedded;

/// <summary>Old files are read for ever.</summary>
public sealed class OldStoreTests
{
    [Theory]
    [InlineData("store-before-index-files.zip")]
    public async Task What_an_earlier_version_wrote_is_read_appended_to_and_read_again(string archive)
    {
        using var folder = new TemporaryFolder();
        await ZipFile.ExtractToDirectoryAsync(Path.Combine(AppContext.BaseDirectory, "Embedded", "OldStores", archive), folder.Path);
        var expected = (await File.ReadAllTextAsync(Path.Combine(folder.Path, "expected.jsonl"))).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        File.Delete(Path.Combine(folder.Path, "expected.jsonl"));
        var options = new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 8192 };
        await using (var reader = await EmbeddedEventStore.OpenAsync(options with { ReadOnly = true }, CancellationToken.None)) await PythonReader.CompareAsync(reader, expected);
        for (var times = 0; times < 2; times++)
        {
            await using var store = await EmbeddedEventStore.OpenAsync(options, CancellationToken.None);
            await PythonReader.CompareAsync(store, expected);
        }

        Assert.NotEmpty(Directory.GetFiles(folder.Path, "*.idx"));
        await using (var store = await EmbeddedEventStore.OpenAsync(options, CancellationToken.None))
        {
            var version = await store.GetVersionAsync("stream € 0", CancellationToken.None);
            var result = await store.AppendAsync(new AppendRequest("stream € 0", new NewEvent[] { new("new", new byte[9000]) }) { ExpectedVersion = version }, CancellationToken.None);
            Assert.Equal(version + 1, result.FirstVersion);
        }

        await PythonReader.CompareAsync(folder.Path);
    }
}
