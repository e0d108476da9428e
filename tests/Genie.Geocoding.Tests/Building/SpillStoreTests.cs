using Genie.Geocoding.Indexing;
using Genie.Testing;

namespace Genie.Geocoding.Tests.Building;

/// <summary>Bytes that go to a temporary file once they are many come back as they were, and leave nothing behind.</summary>
public sealed class SpillStoreTests : IDisposable
{
    private const int Many = 10_000_000;
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(1000, 0)]
    [InlineData(Many, 0)]
    [InlineData(Many, 1 << 16)]
    public void What_was_added_is_read_even_between_additions(int bytes, int bufferBytes)
    {
        var expected = new byte[bytes];
        var random = new Random(bytes);
        random.NextBytes(expected);
        using var store = new SpillStore(_folder.Path, bufferBytes);
        for (var from = 0; from < bytes;)
        {
            var to = Math.Min(bytes, from + random.Next(1, 50_000));
            store.Append(expected.AsSpan(from..to));
            from = to;
            var place = random.Next(from);
            var read = new byte[Math.Min(from - place, 300)];
            store.Read(place, read);
            Assert.Equal(expected[place..(place + read.Length)], read);
        }

        Assert.Equal(bytes, store.Length);
        var all = new byte[bytes];
        store.Read(0, all);
        Assert.True(expected.AsSpan().SequenceEqual(all));
    }

    [Fact]
    public void The_file_is_gone_at_the_latest_with_the_store()
    {
        using (var store = new SpillStore(_folder.Path, 0))
        {
            store.Append(new byte[Many]);

            // Where a file that is open must keep its name, it keeps it until then.
            if (!OperatingSystem.IsWindows()) Assert.Empty(Directory.GetFiles(_folder.Path));
        }

        Assert.Empty(Directory.GetFiles(_folder.Path));
    }

    [Fact]
    public void Where_no_file_can_be_made_all_stays_in_memory()
    {
        // A file where the folder should be: no permission is needed to make it fail, which root would pass.
        using var store = new SpillStore(Path.Combine(_folder.Write("file", ""), "folder"), 0);
        store.Append(new byte[Many]);
        store.Append([7]);
        var last = new byte[1];
        store.Read(Many, last);
        Assert.Equal([7], last);
    }
}
