using Genie.Grpc.Listening;
using Genie.Grpc.Tests.Wire;
using Genie.Testing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Grpc.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_service_echoes_and_refuses()
    {
        var stop = CancellationToken.None;
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(server => server.ListenForGrpc(new GrpcListenOptions()));   // HTTP/2 on a free port of the loopback address
        builder.Services.AddGenieGrpc();
        builder.Services.AddSingleton<IGrpcService, EchoService>();                                   // and HealthService, for grpc.health.v1
        await using var host = builder.Build();
        host.MapGenieGrpc();
        await host.StartAsync(stop);

        var client = new RawClient(new Uri(host.Urls.Single()));
        using var echoed = await client.PostAsync("/readme.Echo/Echo", RawClient.Frame([1, 2, 3]));
        Assert.Equal(RawClient.Frame([1, 2, 3]), await echoed.Content.ReadAsByteArrayAsync());
        using var refused = await client.PostAsync("/readme.Echo/Echo", RawClient.Frame([]));
        Assert.Equal(("3", "Nothing to echo."), RawClient.StatusOf(refused));
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Grpc/README.md");
    }

    internal sealed class EchoService : IGrpcService
    {
        private static readonly GrpcMethod<byte[], byte[]> Echo = new("readme.Echo", "Echo", GrpcMarshaller.Bytes, GrpcMarshaller.Bytes);

        public void Bind(IGrpcServiceBinder binder) => binder.AddUnary(Echo, (request, call) =>
            request.Length > 0 ? ValueTask.FromResult(request) : throw new GrpcStatusException(GrpcStatusCode.InvalidArgument, "Nothing to echo."));
    }
}
