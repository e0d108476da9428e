using Genie.Diagnostics.Live;
using Genie.Extensions.Genius.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>Adds Genius to the live page of a host.</summary>
public static class GeniusLive
{
    /// <summary>Registers what shows events, decisions and the regions of the rules on the live page, which <see cref="GenieLive.MapGenieLive"/> serves from the host's <see cref="LiveFeed"/>.</summary>
    public static IServiceCollection AddGeniusLive(this IServiceCollection services)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.TryAddSingleton<LiveFeed>();
        services.TryAddEnumerable([ServiceDescriptor.Singleton<IGeniusObserver, LiveEvents>(), ServiceDescriptor.Singleton<IHostedService, LiveRules>()]);
        return services;
    }
}
