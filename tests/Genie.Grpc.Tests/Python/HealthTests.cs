using Genie.Grpc.Tests.Serving;
using Genie.Testing.Grpc;
using Google.Protobuf;
using Grpc.Health.V1;
using static Grpc.Health.V1.HealthCheckResponse.Types;

namespace Genie.Grpc.Tests.Python;

/// <summary>The standard services for health and reflection, as a client of other makers sees them.</summary>
public sealed class HealthTests(PythonPeer peer) : IClassFixture<PythonPeer>
{
    [SkippableFact]
    public async Task Check_says_what_the_health_checks_say_at_that_moment()
    {
        await using var server = await StartAsync();
        Assert.Equal(ServingStatus.Serving, await CheckAsync(server, ""));
        Assert.Equal(ServingStatus.Serving, await CheckAsync(server, Trial.Descriptor.FullName));

        server.IsHealthy = false;

        Assert.Equal(ServingStatus.NotServing, await CheckAsync(server, ""));
        Assert.Equal(ServingStatus.NotServing, await CheckAsync(server, Trial.Descriptor.FullName));
        Assert.Equal("NOT_FOUND", (await peer.CallAsync(Call(server, "unary_unary", "Check", "unheard"))).Code);
    }

    [SkippableFact]
    public async Task Watch_tells_each_change_once_and_ends_with_the_server()
    {
        await using var server = await StartAsync();
        using var channel = global::Grpc.Net.Client.GrpcChannel.ForAddress(server.Address);
        using var watching = new Health.HealthClient(channel).Watch(new HealthCheckRequest());
        var answers = watching.ResponseStream;

        Assert.True(await answers.MoveNext(CancellationToken.None));
        Assert.Equal(ServingStatus.Serving, answers.Current.Status);
        server.IsHealthy = false;
        Assert.True(await answers.MoveNext(CancellationToken.None));
        Assert.Equal(ServingStatus.NotServing, answers.Current.Status);
        await server.StopAsync();
        Assert.False(await answers.MoveNext(CancellationToken.None) && answers.Current.Status != ServingStatus.NotServing);
    }

    [SkippableFact]
    public async Task Reflection_lists_the_services()
    {
        await using var server = await StartAsync();
        var request = new global::Grpc.Reflection.V1Alpha.ServerReflectionRequest { ListServices = "" };

        var result = await peer.CallAsync(new PythonCall(
            server.Target, "stream_stream", "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", [request.ToByteArray()]));

        var listed = global::Grpc.Reflection.V1Alpha.ServerReflectionResponse.Parser.ParseFrom(result.Messages.Single()).ListServicesResponse.Service;
        Assert.Superset(new HashSet<string> { Trial.Descriptor.FullName, Health.Descriptor.FullName }, listed.Select(service => service.Name).ToHashSet());
    }

    private static Task<TestServer> StartAsync()
    {
        var reason = PythonPeer.WhyUnavailable();
        Skip.If(reason is not null, reason);
        return TestServer.StartAsync();
    }

    private static PythonCall Call(TestServer server, string kind, string method, string service) =>
        new(server.Target, kind, $"/{Health.Descriptor.FullName}/{method}", [new HealthCheckRequest { Service = service }.ToByteArray()]);

    private async Task<ServingStatus> CheckAsync(TestServer server, string service) =>
        HealthCheckResponse.Parser.ParseFrom((await peer.CallAsync(Call(server, "unary_unary", "Check", service))).Messages.Single()).Status;
}
