using System.Diagnostics.CodeAnalysis;
using Genie.Datagrams.Rpc.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Genie.Datagrams.Zones.Hosting;

/// <summary>Adds a zone server to a host.</summary>
public static class GenieZonesServices
{
    /// <summary>
    /// Adds the host's zone server. It begins when all hosted services have started, and before the first of them is stopped it gives its zones and entities to
    /// other servers, within the host's shutdown time-out: in whichever order they were added. <see cref="GenieZoneServer"/> is a singleton of the host. Called again, it sets
    /// options of the same server.
    /// </summary>
    /// <remarks>
    /// The host's services have an <see cref="IZoneDirectory"/>, an <see cref="IEntityStore"/> and an <see cref="IZoneHandler"/>. The handler may take
    /// <see cref="GenieZoneServer"/>, and by it the server: to publish.
    /// </remarks>
    /// <param name="services">The host's services.</param>
    /// <param name="configure">Sets the options.</param>
    /// <returns>The same services.</returns>
    public static IServiceCollection AddGenieZones(this IServiceCollection services, Action<GenieZonesOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(configure);
        GenieEndpointOptions.Check(services.AddOptions<GenieZonesOptions>().Configure(configure), "the zone server")
            .Validate(static options => options.Key.Length >= ZoneServerOptions.MinServerKeyBytes, "ServerKey of the zone server must have at least 16 random bytes, the same for all servers of a world.")
            .Validate(static options => options.HasPublicAddress, "The zone server is bound to all addresses of the machine, which nobody can connect to: say in PublicAddress where others reach it, or bind one Address.");
        services.TryAddSingleton(static provider => new GenieZoneServer(provider, provider.GetRequiredService<IOptions<GenieZonesOptions>>().Value, provider.GetRequiredService<ILogger<GenieZoneServer>>()));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, ZonesLifetime>());
        return services;
    }

    /// <summary>Adds the host's zone server with its handler: see <see cref="AddGenieZones(IServiceCollection, Action{GenieZonesOptions})"/>.</summary>
    /// <typeparam name="THandler">What the world does; registered as transient: it is made when the server begins, and disposed after it has ended.</typeparam>
    /// <param name="services">The host's services.</param>
    /// <param name="configure">Sets the options.</param>
    /// <returns>The same services.</returns>
    public static IServiceCollection AddGenieZones<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] THandler>(this IServiceCollection services, Action<GenieZonesOptions> configure)
        where THandler : class, IZoneHandler
    {
        ArgumentNullException.ThrowIfNull(services);
        services.TryAddTransient<IZoneHandler, THandler>();
        return services.AddGenieZones(configure);
    }
}
