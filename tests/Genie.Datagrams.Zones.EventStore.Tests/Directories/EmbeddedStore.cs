using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Datagrams.Zones.EventStore.Tests.Directories;

/// <summary>An event store in a folder.</summary>
public sealed class EmbeddedStore : IAsyncLifetime, IDisposable
{
    private readonly TemporaryFolder _folder = new();

    internal EmbeddedEventStore? Events { get; private set; }

    public async Task InitializeAsync() => Events = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path, SegmentBytes = 1 << 16 }, default);

    public async Task DisposeAsync() => await Events!.DisposeAsync();

    public void Dispose() => _folder.Dispose();
}
