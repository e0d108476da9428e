using Genie.Grpc.Health;
using Genie.Grpc.Health.Messages;
using Genie.Grpc.Tests.Serving;
using Genie.Testing.Grpc;
using Google.Protobuf;
using static Genie.Grpc.Health.Messages.HealthCheckResponse.Types;

namespace Genie.Grpc.Tests.Python;

/// <summary>The standard health checking service, as a client of other makers sees it.</summary>
public sealed class HealthTests(PythonPeer peer) : IClassFixture<PythonPeer>
{
    [SkippableFact]
    public async Task Check_tells_each_service_s_state()
    {
        await using var server = await StartAsync();
        server.Health.Set("good", true);
        server.Health.Set("bad", false);

        Assert.Equal(ServingStatus.Serving, await CheckAsync(server, HealthStates.WholeServer));
        Assert.Equal(ServingStatus.Serving, await CheckAsync(server, "good"));
        Assert.Equal(ServingStatus.NotServing, await CheckAsync(server, "bad"));
        Assert.Equal("NOT_FOUND", (await peer.CallAsync(Call(server, "unary_unary", "Check", "unheard"))).Code);
    }

    [SkippableFact]
    public async Task Watch_tells_each_change_once()
    {
        await using var server = await StartAsync();
        var watching = peer.CallAsync(Call(server, "unary_stream", "Watch", "late") with { CancelAfter = 3 });

        // What the watcher has not seen yet is told as the newest state only: wait until each was asked for.
        while (!watching.IsCompleted)
        {
            foreach (var state in new[] { true, true, false, false })
            {
                server.Health.Set("late", state);
                await Task.Yield();
            }
        }

        var states = (await watching).Messages.Select(message => HealthCheckResponse.Parser.ParseFrom(message).Status).ToArray();
        Assert.Equal(3, states.Length);
        Assert.All(states.Zip(states.Skip(1)), pair => Assert.NotEqual(pair.First, pair.Second));
    }

    private static Task<TestServer> StartAsync()
    {
        var reason = PythonPeer.WhyUnavailable();
        Skip.If(reason is not null, reason);
        return TestServer.StartAsync(GrpcImplementation.Own);
    }

    private static PythonCall Call(TestServer server, string kind, string method, string service) =>
        new(server.Target, kind, $"/{HealthService.Name}/{method}", [new HealthCheckRequest { Service = service }.ToByteArray()]);

    private async Task<ServingStatus> CheckAsync(TestServer server, string service) =>
        HealthCheckResponse.Parser.ParseFrom((await peer.CallAsync(Call(server, "unary_unary", "Check", service))).Messages.Single()).Status;
}
