using System.IO.Compression;
using Genie.Grpc.Telemetry;
using Grpc.AspNetCore.Server.Model;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Genie.Grpc.Official;

/// <summary>Serves the services by Grpc.AspNetCore, which gets their methods without generated base classes.</summary>
internal sealed class OfficialServing : IGrpcServing
{
    /// <summary>Registers Grpc.AspNetCore and this.</summary>
    public static void AddTo(IServiceCollection services, GrpcServerOptions options)
    {
        services.AddGrpc(official =>
        {
            official.MaxReceiveMessageSize = options.ReceiveMessageBytesMax;
            official.MaxSendMessageSize = options.SendMessageBytesMax;
            official.CompressionProviders = [new BoundedGzip(options.ReceiveMessageBytesMax)];
            official.ResponseCompressionAlgorithm = options.CompressResponses ? BoundedGzip.Name : null;
            official.ResponseCompressionLevel = CompressionLevel.Fastest;
        });
        services.TryAddSingleton<AllServices>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IServiceMethodProvider<AllServices>, MethodProvider>());
        services.TryAddSingleton<IGrpcServing, OfficialServing>();
    }

    /// <inheritdoc/>
    public void Map(IEndpointRouteBuilder endpoints) => endpoints.MapGrpcService<AllServices>();

    private sealed class MethodProvider(IEnumerable<IGrpcService> services) : IServiceMethodProvider<AllServices>
    {
        public void OnServiceMethodDiscovery(ServiceMethodProviderContext<AllServices> context)
        {
            var binder = new ObservedBinder(new OfficialBinder(context));
            foreach (var service in services) service.Bind(binder);
        }
    }
}
