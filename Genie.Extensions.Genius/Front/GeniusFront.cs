using Genie.Diagnostics.Live;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Live;
using Genie.Grpc;
using Genie.Grpc.Health;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Front;

/// <summary>Adds the gRPC front to an ASP.NET Core host.</summary>
public static class GeniusFront
{
    /// <summary>
    /// Registers the service with health checking, beside <see cref="GeniusServices.AddGenius"/>; an <see cref="IEventProcessor"/> of
    /// the host's own takes the place of its processor.
    /// </summary>
    public static IServiceCollection AddGeniusFront(this IServiceCollection services, GeniusFrontOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        options ??= new GeniusFrontOptions();
        services.TryAddSingleton(options);
        services.TryAddSingleton<EventPolls>();
        services.TryAddSingleton<IEventProcessor, HostedEventProcessor>();
        services.TryAddSingleton(CreateHealth());
        services.TryAddEnumerable([ServiceDescriptor.Singleton<IGrpcService, GeniusEventsService>(), ServiceDescriptor.Singleton<IGrpcService, HealthService>()]);
        return services.AddGenieGrpc(options.Grpc);
    }

    /// <summary>Registers what shows events, decisions and the regions of the rules on the live page, which <see cref="GenieLive.MapGenieLive"/> serves from the host's <see cref="LiveFeed"/>.</summary>
    public static IServiceCollection AddGeniusLive(this IServiceCollection services)
    {
        services.TryAddSingleton<LiveFeed>();
        services.TryAddEnumerable([ServiceDescriptor.Singleton<IGeniusObserver, LiveEvents>(), ServiceDescriptor.Singleton<IHostedService, LiveRules>()]);
        return services;
    }

    /// <summary>Maps the service; let Kestrel listen by <see cref="Genie.Grpc.Listening.GrpcListening.ListenForGrpc"/>.</summary>
    public static void MapGeniusFront(this IEndpointRouteBuilder endpoints) => endpoints.MapGenieGrpc();

    private static HealthStates CreateHealth()
    {
        var states = new HealthStates();
        states.Set(GeniusEventsService.Name, true);
        return states;
    }
}
