using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Genie.Datagrams.Rpc.Hosting;

/// <summary>Adds an endpoint with services to a host.</summary>
public static class GenieDatagramsServices
{
    /// <summary>
    /// Adds the host's endpoint: it listens while the host runs, on a thread of its own. <see cref="GenieDatagramsServer"/> is a singleton of the host. Called again, it adds to
    /// the same endpoint.
    /// </summary>
    /// <param name="services">The host's services.</param>
    /// <param name="configure">Sets the options.</param>
    /// <returns>Takes what is served and called.</returns>
    public static GenieDatagramsBuilder AddGenieDatagrams(this IServiceCollection services, Action<GenieDatagramsOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(configure);
        GenieEndpointOptions.Check(services.AddOptions<GenieDatagramsOptions>().Configure(configure), "the datagrams' endpoint");
        services.TryAddScoped<ConnectionOfScope>();
        services.TryAddScoped(static provider => provider.GetRequiredService<ConnectionOfScope>().Connection);
        services.TryAddSingleton(static provider => new GenieDatagramsServer(
            provider, provider.GetServices<PeerPart>(), provider.GetRequiredService<IOptions<GenieDatagramsOptions>>().Value,
            provider.GetRequiredService<ILogger<GenieDatagramsServer>>()));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, DatagramsLifetime>());
        return new GenieDatagramsBuilder(services);
    }
}
