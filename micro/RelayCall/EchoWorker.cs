using System.Net;
using Grpc.Core;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace RelayCall;

/// <summary>The worker: Grpc.AspNetCore as it comes, h2c.</summary>
internal static class EchoWorker
{
    /// <summary>Serves until the process is told to end.</summary>
    public static async Task RunAsync(int port)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddGrpc();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.Http2.MaxStreamsPerConnection = 100_000;
            kestrel.Listen(IPAddress.Loopback, port, listen => listen.Protocols = HttpProtocols.Http2);
        });
        await using var server = builder.Build();
        server.MapGrpcService<Service>();
        await server.RunAsync();
    }

    private sealed class Service : Echo.EchoBase
    {
        public override Task<EchoMessage> Unary(EchoMessage request, ServerCallContext context) => Task.FromResult(request);

        public override async Task Duplex(IAsyncStreamReader<EchoMessage> requestStream, IServerStreamWriter<EchoMessage> responseStream, ServerCallContext context)
        {
            while (await requestStream.MoveNext(context.CancellationToken)) await responseStream.WriteAsync(requestStream.Current, context.CancellationToken);
        }
    }
}
