namespace Genie.Datagrams.Zones.Tests.Directories;

public sealed class InMemoryEntityStoreTests : EntityStoreContract
{
    private readonly InMemoryEntityStore _store = new();

    private protected override IEntityStore Open() => _store;
}
