using System.Net;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>Grpc.AspNetCore as it comes, over HTTP/2 or HTTP/3.</summary>
internal sealed class GrpcCallServer(WebApplication server) : ICallServer
{
    /// <inheritdoc/>
    public int Port { get; } = new Uri(server.Services.GetRequiredService<IServer>().Features.GetRequiredFeature<IServerAddressesFeature>().Addresses.Single()).Port;

    /// <summary>Starts it.</summary>
    public static async Task<ICallServer> StartAsync(X509Certificate2 certificate, IPAddress address, HttpProtocols protocol)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddGrpc();
        if (protocol == HttpProtocols.Http3) builder.WebHost.UseQuic();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel => kestrel.Listen(address, 0, listen =>
        {
            listen.Protocols = protocol;
            listen.UseHttps(https => (https.ServerCertificate, https.SslProtocols) = (certificate, SslProtocols.Tls13));
        }));
        var server = builder.Build();
        server.MapGrpcService<Service>();
        await server.StartAsync().ConfigureAwait(false);
        return new GrpcCallServer(server);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => server.DisposeAsync();

    private sealed class Service : EmptyCalls.EmptyCallsBase
    {
        public override Task<Empty> Call(Empty request, ServerCallContext context) => Task.FromResult(request);
    }
}
