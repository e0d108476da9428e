using Genie.Datagrams.Zones.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Datagrams.Zones.Tests.Directories;

public sealed class InMemoryEntityStoreTests : EntityStoreContract
{
    private readonly InMemoryEntityStore _store = new();

    private protected override IEntityStore Open() => _store;
}

/// <summary>Every call goes to another store of the same streams.</summary>
public sealed class EventStoreEntityStoreTests : EntityStoreContract, IAsyncLifetime, IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private EmbeddedEventStore? _store;

    public async Task InitializeAsync() => _store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path }, default);

    public async Task DisposeAsync() => await _store!.DisposeAsync();

    public void Dispose() => _folder.Dispose();

    private protected override IEntityStore Open() => new EventStoreEntityStore(_store!);
}
