using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Genie.Datagrams.Zones.Orleans;

/// <summary>Puts the directory and the entities of a world into a cluster of Microsoft Orleans.</summary>
public static class OrleansZones
{
    /// <summary>The name of the grain storage that a silo has for zones and entities. It must compare ETags, as Orleans' own providers do, and outlive what the world is to outlive.</summary>
    public const string StorageName = "zones";

    /// <summary>
    /// Declares a world: in each silo of the cluster, whose grains have the layout from here, and in each client of it that has zone servers. The first world is the host's
    /// <see cref="IZoneDirectory"/> and <see cref="IEntityStore"/>, unless it has others.
    /// </summary>
    /// <param name="services">The services of a silo, or of a client.</param>
    /// <param name="world">The world's name; never another's on the same grain storage.</param>
    /// <param name="configure">Sets the options.</param>
    /// <returns>The same services.</returns>
    public static IServiceCollection UseOrleansZones(this IServiceCollection services, string world, Action<OrleansZonesOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentException.ThrowIfNullOrEmpty(world);
        ArgumentNullException.ThrowIfNull(configure);
        services.AddOptions<OrleansZonesOptions>(world).Configure(configure)
            .Validate(static options => options.Layout is not null, $"World '{world}' needs a Layout.")
            .Validate(static options => options.LeaseTime > TimeSpan.Zero, $"LeaseTime of world '{world}' must be above 0.")
            .Validate(static options => options.EntityTimeout > TimeSpan.Zero, $"EntityTimeout of world '{world}' must be above 0.")
            .ValidateOnStart();
        services.TryAddSingleton<IZoneDirectory>(provider => new OrleansZoneDirectory(provider.GetRequiredService<IGrainFactory>(), world, OptionsOf(provider, world)));
        services.TryAddSingleton<IEntityStore>(provider => new OrleansEntityStore(provider.GetRequiredService<IGrainFactory>(), world, OptionsOf(provider, world)));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<ILifecycleParticipant<ISiloLifecycle>, StorageBeforeZones>());
        return services;
    }

    private static OrleansZonesOptions OptionsOf(IServiceProvider provider, string world) => provider.GetRequiredService<IOptionsMonitor<OrleansZonesOptions>>().Get(world);
}
