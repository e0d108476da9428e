using Microsoft.Extensions.DependencyInjection;
using Orleans.Storage;

namespace Genie.Datagrams.Zones.Orleans;

/// <summary>A silo without a storage for zones does not start, instead of refusing whoever calls its grains.</summary>
internal sealed class StorageBeforeZones(IServiceProvider services) : ILifecycleParticipant<ISiloLifecycle>
{
    /// <inheritdoc/>
    public void Participate(ISiloLifecycle lifecycle) => lifecycle.Subscribe(nameof(StorageBeforeZones), ServiceLifecycleStage.ApplicationServices, CheckAsync);

    private Task CheckAsync(CancellationToken cancellationToken) => services.GetKeyedService<IGrainStorage>(OrleansZones.StorageName) is not null
        ? Task.CompletedTask
        : throw new ZoneException($"The silo has no grain storage '{OrleansZones.StorageName}': add one, as by AddAdoNetGrainStorage(OrleansZones.StorageName, ...).", isTransient: false);
}
