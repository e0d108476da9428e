using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;
using Orleans.Configuration;
using Orleans.Serialization;

namespace Genie.Grains.Orleans;

/// <summary>Grains of Genie.Grains in silos, and their callers.</summary>
public static class GrainHostingExtensions
{
    // Every library's errors are below it.
    private const string ErrorNamespaces = "Genie.";

    /// <summary>
    /// Has a silo host a kind of grains. The kind's class, derived from <see cref="HostedGrain{TMessage, TAnswer}"/>, bears the same name as its
    /// GrainType. The mailboxes' options, and how many grains a silo holds, are those of a <see cref="GrainRuntimeOptions"/> among the services, if there is one.
    /// </summary>
    /// <param name="silo">The silo.</param>
    /// <param name="name">The kind's name, the same in all silos.</param>
    /// <param name="create">Makes the grain of a key, without fetching anything yet; the services are the silo's.</param>
    public static ISiloBuilder AddGrainKind<TMessage, TAnswer>(this ISiloBuilder silo, string name, Func<IServiceProvider, string, Grain<TMessage, TAnswer>> create)
    {
        ArgumentNullException.ThrowIfNull(silo);
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(create);
        silo.Services.AddSingleton(new GrainKindRegistration(name, (services, runtime, timerSet, evict) => runtime.Register(name, key => create(services, key), timerSet, evict)));
        silo.Services.TryAddSingleton(services => new SiloGrains(
            services,
            services.GetServices<GrainKindRegistration>(),
            services.GetService<GrainRuntimeOptions>() ?? new GrainRuntimeOptions(),
            services.GetRequiredService<IGrainFactory>(),
            services.GetRequiredService<ILogger<SiloGrains>>()));
        silo.Services.Configure<SiloMessagingOptions>(HandOver.Configure);
        silo.Services.TryAddEnumerable(ServiceDescriptor.Singleton<ILifecycleParticipant<ISiloLifecycle>, HandOver>());
        AddErrors(silo.Services);
        return silo;
    }

    /// <summary>Has a client understand the errors of grains, and keep away from a silo that is about to end until it has.</summary>
    /// <param name="client">The client; where it finds its silos is set up before.</param>
    public static IClientBuilder AddGrainKinds(this IClientBuilder client)
    {
        ArgumentNullException.ThrowIfNull(client);
        AddErrors(client.Services);
        GatewayStalenessFloor.AddTo(client.Services);
        return client;
    }

    /// <summary>The grains of a kind, wherever in the cluster they are.</summary>
    /// <param name="factory">Of the cluster's client, or of a silo.</param>
    /// <param name="name">The kind's name.</param>
    public static IGrainKind<TMessage, TAnswer> GetGrainKind<TMessage, TAnswer>(this IGrainFactory factory, string name)
    {
        ArgumentNullException.ThrowIfNull(factory);
        ArgumentException.ThrowIfNullOrEmpty(name);
        return new ClusterGrainKind<TMessage, TAnswer>(factory, name);
    }

    // What a grain throws reaches its caller as it is: other namespaces are the user's to add, by the same options. What caused it may be of any, as a
    // database client's: without a codec Orleans would tell of the codec in the error's place.
    private static void AddErrors(IServiceCollection services) => services.Configure<ExceptionSerializationOptions>(static options =>
    {
        options.SupportedNamespacePrefixes.Add(ErrorNamespaces);
        options.SupportedExceptionTypeFilter = static type => typeof(Exception).IsAssignableFrom(type);
    });
}
