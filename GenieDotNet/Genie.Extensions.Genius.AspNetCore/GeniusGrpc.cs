using Genie.Diagnostics.Probes;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.AspNetCore.Services;
using Genie.Extensions.Genius.Keys;
using Genie.Extensions.Genius.Messages;
using Genie.Grpc;
using Google.Rpc;
using Grpc.AspNetCore.HealthChecks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Grpc.JsonTranscoding;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using TypeRegistry = Google.Protobuf.Reflection.TypeRegistry;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>Adds the gRPC services of Genius to an ASP.NET Core host.</summary>
public static class GeniusGrpc
{
    /// <summary>
    /// Registers the service with health checking and reflection, beside <see cref="GeniusServices.AddGenius"/>; an <see cref="IEventProcessor"/>
    /// of the host's own takes the place of its processor. Its health is that of all the host's health checks, of which one tries the event store.
    /// </summary>
    /// <exception cref="InvalidOperationException">It was registered before.</exception>
    public static IServiceCollection AddGeniusGrpc(this IServiceCollection services, GeniusGrpcOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        if (services.Any(service => service.ServiceType == typeof(GeniusEventsService))) throw new InvalidOperationException("The gRPC services of Genius are registered already.");
        options ??= new GeniusGrpcOptions();
        services.TryAddSingleton(options);
        services.TryAddSingleton<EventPolls>();
        services.TryAddSingleton<IEventProcessor, HostedEventProcessor>();
        services.AddSingleton<GeniusEventsService>();
        var grpc = services.AddGenieGrpc();

        if (options.ServesJson) grpc.AddJsonTranscoding(ConfigureJson);
        services.AddHealthChecks().AddCheck<EventStoreCheck>(EventStoreCheck.Name, tags: [ProbeTag.Ready]);
        services.AddHealthChecks().AddCheck<DeliveryCheck>(DeliveryCheck.Name, tags: [ProbeTag.Ready]);
        services.AddHealthChecks().AddCheck<RuleQuarantineCheck>(RuleQuarantineCheck.Name, tags: [ProbeTag.Ready]);
        services.AddSingleton<GeniusRulesService>();
        services.AddSingleton<GeniusDeliveriesService>();
        services.AddSingleton<GeniusStatusService>();

        // By hand: where no KeyStates are kept, only calls of it fail.
        services.AddSingleton(provider => new GeniusKeysService(provider.GetRequiredService<KeyStates>(), options, provider.GetRequiredService<IHostApplicationLifetime>()));
        return services.Configure<GrpcHealthChecksOptions>(health => health.Services.Map(GeniusEvents.Descriptor.FullName, static _ => true));
    }

    // Numbers of 64 bits as protobuf's JSON has them, since JavaScript's have 53; and errors with google.rpc's details, which must be known.
    private static void ConfigureJson(GrpcJsonTranscodingOptions json)
    {
        json.JsonSettings.WriteInt64sAsStrings = true;
        json.TypeRegistry = TypeRegistry.FromFiles(ErrorDetailsReflection.Descriptor);
    }

    /// <summary>
    /// Maps the service that changes rules (<see cref="GeniusRulesService"/>), which <c>genie rules</c> calls. Whoever may call it decides what events do: require
    /// authorization on what it returns, or let it be reached from the machine alone.
    /// </summary>
    /// <returns>Takes conventions, such as authorization.</returns>
    public static IEndpointConventionBuilder MapGeniusRules(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        return endpoints.MapGrpcService<GeniusRulesService>().DecodeSlashes().RefuseUnknownFields();
    }

    /// <summary>Maps the service that tells where keys are (<see cref="GeniusKeysService"/>), which <see cref="GeniusServices.AddGeniusKeys"/> registers.</summary>
    /// <returns>Takes conventions, such as authorization.</returns>
    public static IEndpointConventionBuilder MapGeniusKeys(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        return endpoints.MapGrpcService<GeniusKeysService>().DecodeSlashes().RefuseUnknownFields();
    }

    /// <summary>Maps the service that tells of deliveries and tries dead letters again (<see cref="GeniusDeliveriesService"/>). Whoever may call it sees what failed.</summary>
    /// <returns>Takes conventions, such as authorization.</returns>
    public static IEndpointConventionBuilder MapGeniusDeliveries(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        return endpoints.MapGrpcService<GeniusDeliveriesService>().DecodeSlashes().RefuseUnknownFields();
    }

    /// <summary>Maps the service that tells of definitions, backfills and fences (<see cref="GeniusStatusService"/>).</summary>
    /// <returns>Takes conventions, such as authorization.</returns>
    public static IEndpointConventionBuilder MapGeniusStatus(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        return endpoints.MapGrpcService<GeniusStatusService>().DecodeSlashes().RefuseUnknownFields();
    }

    /// <summary>Maps the service, health checking and reflection; let Kestrel listen by <see cref="Genie.Grpc.Listening.GrpcListening.ListenForGrpc"/>.</summary>
    /// <returns>Takes conventions for all of them, such as authorization.</returns>
    public static IEndpointConventionBuilder MapGeniusEvents(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        var group = endpoints.MapGroup("");
        group.MapGrpcService<GeniusEventsService>().RefuseUnknownFields();
        group.MapGenieGrpc();
        return group;
    }
}
