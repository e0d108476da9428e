using System.Diagnostics.CodeAnalysis;
using Genie.Datagrams.Rpc.Hosting;
using Genie.Datagrams.Zones.Hosting;

namespace Genie.Datagrams.Zones.Orleans;

/// <summary>
/// Datagrams of a silo, among its other settings. The same as on the host's services; the endpoints are opened when the silo is active, and closed before it stops, in whichever order
/// all of it is added.
/// </summary>
public static class GenieSilo
{
    /// <summary>Adds an endpoint with services to a silo: they call its grains by <see cref="IGrainFactory"/>. See <see cref="GenieDatagramsServices.AddGenieDatagrams"/>.</summary>
    /// <param name="silo">The silo.</param>
    /// <param name="configure">Sets the options.</param>
    /// <param name="serve">Says what is served and called; null: what is said elsewhere.</param>
    /// <returns>The same silo.</returns>
    public static ISiloBuilder AddGenieDatagrams(this ISiloBuilder silo, Action<GenieDatagramsOptions> configure, Action<GenieDatagramsBuilder>? serve = null)
    {
        ArgumentNullException.ThrowIfNull(silo);
        var datagrams = silo.Services.AddGenieDatagrams(configure);
        serve?.Invoke(datagrams);
        return silo;
    }

    /// <summary>Declares a world. See <see cref="OrleansZones.UseOrleansZones"/>.</summary>
    /// <param name="silo">The silo.</param>
    /// <param name="world">The world's name; never another's on the same grain storage.</param>
    /// <param name="configure">Sets the options.</param>
    /// <returns>The same silo.</returns>
    public static ISiloBuilder UseOrleansZones(this ISiloBuilder silo, string world, Action<OrleansZonesOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(silo);
        silo.Services.UseOrleansZones(world, configure);
        return silo;
    }

    /// <summary>Adds the zone server of a silo, with its handler. See <see cref="GenieZonesServices"/>.</summary>
    /// <typeparam name="THandler">What the world does.</typeparam>
    /// <param name="silo">The silo.</param>
    /// <param name="configure">Sets the options.</param>
    /// <returns>The same silo.</returns>
    public static ISiloBuilder AddGenieZones<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] THandler>(this ISiloBuilder silo, Action<GenieZonesOptions> configure)
        where THandler : class, IZoneHandler
    {
        ArgumentNullException.ThrowIfNull(silo);
        silo.Services.AddGenieZones<THandler>(configure);
        return silo;
    }
}
