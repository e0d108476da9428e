using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace GameLicenseExample.Tests.Features;

/// <summary>An event store in a folder that is gone after the test.</summary>
internal sealed class TestStore : IAsyncDisposable
{
    private readonly TemporaryFolder _folder = new();

    private TestStore()
    {
    }

    public IEventStore Events { get; private set; } = null!;

    public string Folder => _folder.Path;

    public static async Task<TestStore> OpenAsync()
    {
        var store = new TestStore();
        store.Events = await OpenAsync(store.Folder);
        return store;
    }

    /// <summary>Closes it and opens it again, as after a restart.</summary>
    public async Task ReopenAsync()
    {
        await Events.DisposeAsync();
        Events = await OpenAsync(Folder);
    }

    public async ValueTask DisposeAsync()
    {
        await Events.DisposeAsync();
        _folder.Dispose();
    }

    private static async Task<IEventStore> OpenAsync(string folder) => await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, SegmentBytes = 1 << 20 }, default);
}
