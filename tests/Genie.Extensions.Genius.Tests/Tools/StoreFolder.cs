using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Tools;

/// <summary>A folder with an event store in it, gone afterwards.</summary>
internal sealed class StoreFolder : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public string Path => _folder.Path;

    // Small segments: a test writes little, and each segment is filled with zeros first.
    public async Task<IEventStore> OpenAsync(TimeProvider? clock = null) =>
        await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = System.IO.Path.Combine(Path, "events"), SegmentBytes = 1 << 20, Clock = clock ?? TimeProvider.System }, CancellationToken.None);

    /// <summary>Copies the store's files as they are, open or not. Always true.</summary>
    public bool CopyTo(StoreFolder other)
    {
        var target = Directory.CreateDirectory(System.IO.Path.Combine(other.Path, "events")).FullName;
        foreach (var file in Directory.GetFiles(System.IO.Path.Combine(Path, "events")).Where(file => System.IO.Path.GetFileName(file) != "lock"))
            File.Copy(file, System.IO.Path.Combine(target, System.IO.Path.GetFileName(file)));
        return true;
    }

    public void Dispose() => _folder.Dispose();
}
