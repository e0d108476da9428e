using Genie.Datagrams.Zones.Tests.Directories;
using Microsoft.Extensions.Time.Testing;

namespace Genie.Datagrams.Zones.Orleans.Tests;

/// <summary>Two silos and a client, for all tests that only call grains.</summary>
public sealed class SharedCluster : IAsyncLifetime
{
    internal const string Name = "cluster";

    private ZonesCluster? _cluster;

    internal ZonesCluster Cluster => _cluster!;

    internal SharedGrainStorage Storage { get; } = new();

    internal FakeTimeProvider Time { get; } = new();

    public async Task InitializeAsync() => _cluster = await ZonesCluster.StartAsync(silos: 2, Storage, Time);

    public async Task DisposeAsync() => await _cluster!.DisposeAsync();
}

[CollectionDefinition(SharedCluster.Name)]
public sealed class SharedClusterTests : ICollectionFixture<SharedCluster>;

[Collection(SharedCluster.Name)]
public sealed class OrleansDirectoryTests(SharedCluster shared) : DirectoryContract
{
    private readonly string _world = $"{Guid.NewGuid():N}";

    private protected override FakeTimeProvider Time => shared.Time;

    private protected override IZoneDirectory Open() => new OrleansZoneDirectory(shared.Cluster.Grains, _world, ZonesCluster.Options(Time));
}

/// <summary>Every call is by another store.</summary>
[Collection(SharedCluster.Name)]
public sealed class OrleansEntityStoreTests(SharedCluster shared) : EntityStoreContract
{
    private readonly string _world = $"{Guid.NewGuid():N}";

    private protected override IEntityStore Open() => new OrleansEntityStore(shared.Cluster.Grains, _world, ZonesCluster.Options(shared.Time));
}
