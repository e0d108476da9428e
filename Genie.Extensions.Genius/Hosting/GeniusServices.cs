using Genie.Brokers;
using Genie.EventStore;
using Genie.Extensions.Genius.Keys;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Geocoding;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;

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
    /// <exception cref="InvalidOperationException">It was added before: of two sets of options one would have no effect.</exception>
    public static IServiceCollection AddGenius(this IServiceCollection services, Func<GeniusOptions, GeniusOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        if (services.Any(static service => service.ServiceType == typeof(GeniusOptions)))
            throw new InvalidOperationException("Genius is in this host already, and the options of a second call would have no effect: call AddGenius once, with all windows, geofences and patterns.");
        var options = configure?.Invoke(new GeniusOptions()) ?? new GeniusOptions();
        services.AddSingleton(options);
        services.TryAddSingleton<IReverseGeocoder>(static _ => EmbeddedGeocoder.OpenDefault());
        services.TryAddSingleton<RuleResources>();
        services.TryAddSingleton<RuleEngine>();
        services.TryAddSingleton(static provider =>
            new RuleStore(provider.GetRequiredService<IEventStore>(), provider.GetRequiredService<RuleEngine>(), provider.GetRequiredService<GeniusOptions>().RuleStream));
        services.TryAddSingleton<RuleMatches>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IGeniusObserver, RuleMatches>(static provider => provider.GetRequiredService<RuleMatches>()));
        services.TryAddSingleton<ShadowRules>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IGeniusObserver, ShadowRules>(static provider => provider.GetRequiredService<ShadowRules>()));
        services.TryAddSingleton<GeniusProcessor>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, ReferenceTableService>(static provider => new ReferenceTableService(
            provider.GetRequiredService<RuleResources>(), provider.GetRequiredService<GeniusOptions>(), GeniusParts.LoggerOf<ReferenceTableService>(provider))));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, GeniusListener>(static provider => new GeniusListener(
            provider.GetRequiredService<GeniusProcessor>(), provider.GetRequiredService<RuleStore>(), provider.GetRequiredService<GeniusOptions>(),
            GeniusParts.LoggerOf<GeniusListener>(provider), provider.GetService<IBroker>())));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, TimerService>(static provider => new TimerService(
            provider.GetRequiredService<IEventStore>(), provider.GetRequiredService<GeniusProcessor>(), provider.GetRequiredService<GeniusOptions>(),
            GeniusParts.LoggerOf<TimerService>(provider), provider.GetService<IGeniusLeadership>())));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, BackfillService>(static provider => new BackfillService(
            provider.GetRequiredService<GeniusProcessor>(), provider.GetRequiredService<GeniusOptions>().Grains.Clock,
            GeniusParts.LoggerOf<BackfillService>(provider))));
        return services;
    }

    /// <summary>Keeps where keys are and what they did last in memory, for questions to <see cref="KeyStates"/>.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="keysMax">Keys that are kept; where there are more, questions end with <see cref="TooManyKeysException"/>.</param>
    public static IServiceCollection AddGeniusKeys(this IServiceCollection services, int keysMax = KeyStates.KeysMaxDefault)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentOutOfRangeException.ThrowIfLessThan(keysMax, 1);
        services.TryAddSingleton<IReverseGeocoder>(static _ => EmbeddedGeocoder.OpenDefault());
        services.TryAddSingleton(provider => new KeyStates(provider.GetRequiredService<IEventStore>(), provider.GetRequiredService<IReverseGeocoder>(), keysMax, provider.GetService<RuleResources>()));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, KeyStateService>(static provider => new KeyStateService(
            provider.GetRequiredService<IEventStore>(), provider.GetRequiredService<KeyStates>(), TimeProvider.System,
            GeniusParts.LoggerOf<KeyStateService>(provider))));
        return services;
    }

    /// <summary>
    /// Adds a sink that sends every derived fact to a channel of the host's <see cref="IBroker"/>, in the store's order (<see cref="OutputPublisher"/>). May be
    /// added several times, for several channels.
    /// </summary>
    /// <param name="services">The host's services.</param>
    /// <param name="options">The channel, and what is sent.</param>
    public static IServiceCollection AddGeniusOutputs(this IServiceCollection services, OutputPublisherOptions options)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(options);
        services.AddSingleton<IHostedService>(provider =>
        {
            var logger = GeniusParts.LoggerOf<OutputService>(provider);
            return new OutputService(new OutputPublisher(provider.GetRequiredService<IEventStore>(), provider.GetRequiredService<IBroker>(), options), logger, provider.GetService<IGeniusLeadership>());
        });
        return services;
    }
}
