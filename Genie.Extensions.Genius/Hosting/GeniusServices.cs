using Genie.Brokers;
using Genie.EventStore;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Puts Genius into a host.</summary>
public static class GeniusServices
{
    /// <summary>
    /// Adds the processor, the timers, the rules and, with the host's <see cref="IBroker"/> where it has one, the listener. The host brings an <see cref="IEventStore"/>;
    /// an <see cref="IReverseGeocoder"/> of its own takes the place of the embedded one.
    /// </summary>
    /// <param name="services">The host's services.</param>
    /// <param name="configure">Makes the options of the default ones: <c>options => options with { Channel = "plays" }</c>.</param>
    public static IServiceCollection AddGenius(this IServiceCollection services, Func<GeniusOptions, GeniusOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        var options = configure?.Invoke(new GeniusOptions()) ?? new GeniusOptions();
        services.TryAddSingleton(options);
        services.TryAddSingleton<IReverseGeocoder>(static _ => EmbeddedGeocoder.OpenDefault());
        services.TryAddSingleton<RuleEngine>();
        services.TryAddSingleton(static provider =>
            new RuleStore(provider.GetRequiredService<IEventStore>(), provider.GetRequiredService<RuleEngine>(), provider.GetRequiredService<GeniusOptions>().RuleStream));
        services.TryAddSingleton<GeniusProcessor>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, GeniusListener>(static provider => new GeniusListener(
            provider.GetRequiredService<GeniusProcessor>(), provider.GetRequiredService<RuleStore>(), provider.GetRequiredService<GeniusOptions>(),
            provider.GetService<ILogger<GeniusListener>>() ?? NullLogger<GeniusListener>.Instance, provider.GetService<IBroker>())));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, TimerService>(static provider => new TimerService(
            provider.GetRequiredService<IEventStore>(), provider.GetRequiredService<GeniusProcessor>(), provider.GetRequiredService<GeniusOptions>().Grains.Clock,
            provider.GetService<ILogger<TimerService>>() ?? NullLogger<TimerService>.Instance)));
        return services;
    }
}
