using Genie.Grpc.Telemetry;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Patterns;
using Microsoft.Extensions.Logging;

namespace Genie.Grpc.Kestrel;

/// <summary>Serves the services by this library's own implementation of gRPC over HTTP/2.</summary>
internal sealed class KestrelServing(IEnumerable<IGrpcService> services, GrpcServerOptions options, ILoggerFactory loggers) : IGrpcServing
{
    private readonly ILogger _logger = loggers.CreateLogger("Genie.Grpc");

    /// <inheritdoc/>
    public void Map(IEndpointRouteBuilder endpoints)
    {
        var binder = new ObservedBinder(new EndpointBinder(endpoints, options, _logger));
        foreach (var service in services) service.Bind(binder);

        // Only what speaks gRPC: other posts to two-part paths are not ours to answer.
        var anyMethod = RoutePatternFactory.Parse("/{service}/{method}", defaults: null, parameterPolicies: new { method = new GrpcContentConstraint() });
        EndpointBinder.MapPost(endpoints, anyMethod, new CallEndpoint("", options, _logger, RefuseAsync)).WithOrder(int.MaxValue);
    }

    private static ValueTask RefuseAsync(ServedCall call) =>
        throw new GrpcStatusException(GrpcStatusCode.Unimplemented, $"No method '{call.Method}' is served here.");

    private sealed class GrpcContentConstraint : IRouteConstraint
    {
        public bool Match(HttpContext? httpContext, IRouter? route, string routeKey, RouteValueDictionary values, RouteDirection routeDirection) =>
            httpContext is not null && CallEndpoint.IsGrpc(httpContext.Request.ContentType);
    }
}
