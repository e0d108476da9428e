using Genie.Grpc.Kestrel;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Genie.Grpc;

/// <summary>Adds gRPC to an ASP.NET Core host: every <see cref="IGrpcService"/> among its services is served.</summary>
public static class GrpcServing
{
    /// <summary>True if this library was built with Grpc.AspNetCore.</summary>
    public static bool IsOfficialBuilt =>
#if CLIENT_GRPC_ASPNETCORE
        true;
#else
        false;
#endif

    /// <summary>Registers what serves the services. Call it once.</summary>
    /// <exception cref="NotSupportedException">Grpc.AspNetCore was asked for and this library was built without it.</exception>
    public static IServiceCollection AddGenieGrpc(this IServiceCollection services, GrpcServerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        options ??= new GrpcServerOptions();
        services.TryAddSingleton(options);
        if (options.Implementation == GrpcImplementation.Official) AddOfficial(services, options);
        else services.TryAddSingleton<IGrpcServing, KestrelServing>();
        return services;
    }

    /// <summary>Maps the methods of all services, and an answer for those that no service has.</summary>
    public static void MapGenieGrpc(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        endpoints.ServiceProvider.GetRequiredService<IGrpcServing>().Map(endpoints);
    }

    private static void AddOfficial(IServiceCollection services, GrpcServerOptions options) =>
#if CLIENT_GRPC_ASPNETCORE
        Official.OfficialServing.AddTo(services, options);
#else
        throw new NotSupportedException("This build lacks Grpc.AspNetCore. Choose GrpcImplementation.Own, or build with a feed that has the package.");
#endif
}
