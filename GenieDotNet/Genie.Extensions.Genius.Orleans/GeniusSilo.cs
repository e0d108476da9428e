using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Grains;
using Genie.Grains.Orleans;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>Puts a host of Genius into a cluster of Microsoft Orleans.</summary>
public static class GeniusSilo
{
    /// <summary>
    /// Makes the host a silo, before <see cref="GeniusServices.AddGenius"/>: an event that reaches any silo is processed by the grain of its stream, wherever that lives, and
    /// timers, facts' channels and deliveries are one silo's. All silos have the same definitions, and one event store that several processes may share, as PostgreSQL.
    /// </summary>
    /// <param name="host">The host.</param>
    /// <param name="configure">Says where the silos find each other, and what else Orleans is to be told.</param>
    /// <exception cref="InvalidOperationException">Genius was added before: it would take events in before there is a silo.</exception>
    public static IHostApplicationBuilder AddGeniusSilo(this IHostApplicationBuilder host, Action<ISiloBuilder> configure)
    {
        ArgumentNullException.ThrowIfNull(host);
        ArgumentNullException.ThrowIfNull(configure);
        if (host.Services.Any(static service => service.ServiceType == typeof(GeniusProcessor)))
            throw new InvalidOperationException("Call AddGeniusSilo before AddGenius: services start in the order in which they are added.");
        return host.UseOrleans(silo =>
        {
            configure(silo);
            AddGeniusGrains(silo);
        });
    }

    /// <summary>The part of <see cref="AddGeniusSilo"/> that a silo gets.</summary>
    internal static void AddGeniusGrains(ISiloBuilder silo)
    {
        silo.Services.TryAddSingleton<GeniusGrains>();
        silo.Services.TryAddSingleton<IGrainRegistry>(static services => services.GetRequiredService<GeniusGrains>());
        silo.Services.TryAddSingleton<IGeniusLeadership, ClusterLeadership>();
        silo.Services.TryAddSingleton(static services => services.GetRequiredService<GeniusOptions>().Grains);
        silo.Services.TryAddEnumerable(ServiceDescriptor.Singleton<ILifecycleParticipant<ISiloLifecycle>, RulesBeforeGrains>());
        silo.AddGrainKind<GeniusEvent, GeniusAnswer>(ProcessorHost.Kind, static (services, name) => Make<GeniusEvent, GeniusAnswer>(services, name));
        silo.AddGrainKind<JournalCommand, JournalAnswer>(JournalHost.Kind, static (services, name) => Make<JournalCommand, JournalAnswer>(services, name));
    }

    private static Grain<TMessage, TAnswer> Make<TMessage, TAnswer>(IServiceProvider services, string name) => services.GetRequiredService<GeniusGrains>().Create<TMessage, TAnswer>(name);
}
