using System.IO.Compression;
using Genie.Grpc.Telemetry;
using Grpc.AspNetCore.Server;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Genie.Grpc;

/// <summary>Grpc.AspNetCore with metrics, health checking and reflection.</summary>
public static class GenieGrpc
{
    /// <summary>Registers Grpc.AspNetCore; services are mapped by its <c>MapGrpcService</c>. May be called more than once.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="configure">Changes options: sizes, compression of responses, interceptors.</param>
    public static IGrpcServerBuilder AddGenieGrpc(this IServiceCollection services, Action<GrpcServiceOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.AddGrpcHealthChecks();
        services.AddGrpcReflection();
        return services.AddGrpc(options =>
        {
            options.ResponseCompressionLevel ??= CompressionLevel.Fastest;
            if (!options.Interceptors.Any(each => each.Type == typeof(CallMetrics))) options.Interceptors.Add<CallMetrics>();
            configure?.Invoke(options);
        });
    }

    /// <summary>Maps <c>grpc.health.v1.Health</c>, which tells what the host's health checks say, and reflection.</summary>
    /// <returns>Takes conventions for both, such as authorization.</returns>
    public static IEndpointConventionBuilder MapGenieGrpc(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        var group = endpoints.MapGroup("");
        group.MapGrpcHealthChecksService();
        group.MapGrpcReflectionService();
        return group;
    }
}
