using Genie.Grpc.Listening;
using Genie.Grpc.Tests.Serving;
using Genie.Testing;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
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
        builder.Services.AddGenieGrpc(options => options.MaxReceiveMessageSize = 1 << 20);
        await using var host = builder.Build();
        host.MapGrpcService<EchoService>();
        host.MapGenieGrpc();                                                                          // grpc.health.v1 and reflection
        await host.StartAsync(stop);

        using var channel = GrpcChannel.ForAddress(host.Urls.Single());
        var client = new Trial.TrialClient(channel);
        Assert.Equal(TrialService.Message(1, 2, 3), await client.EchoAsync(TrialService.Message(1, 2, 3)));
        var refused = await Assert.ThrowsAsync<RpcException>(async () => await client.EchoAsync(new BytesValue()));
        Assert.Equal((StatusCode.InvalidArgument, "Nothing to echo."), (refused.StatusCode, refused.Status.Detail));
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Grpc/README.md");
    }

    internal sealed class EchoService : Trial.TrialBase
    {
        public override Task<BytesValue> Echo(BytesValue request, ServerCallContext context) =>
            request.Value.Length > 0 ? Task.FromResult(request) : throw new RpcException(new(StatusCode.InvalidArgument, "Nothing to echo."));
    }
}
