using Genie.Testing;

namespace Genie.Rpc.Quic.Tests.Connections;

public sealed class PeerToPeerTests
{
    [SkippableFact]
    public async Task A_function_calls_its_caller_back()
    {
        QuicRpcService<Session>? serverSide = null;
        await using var peers = await Peers.StartAsync(
            service =>
            {
                serverSide = service;
                service.RegisterFunction<string, string>(0x0100, async (context, text) =>
                    "server heard " + await serverSide!.Caller(context.Connection!).InvokeAsync<string, string>(0x0200, text, context.CancellationToken));
            },
            clientFunctions: service => service.RegisterFunction<string, string>(0x0200, (context, text) => ValueTask.FromResult($"{context.ConnectionContext.Name} says {text}")));

        Assert.Equal("server heard client says hi", await peers.Caller.InvokeAsync<string, string>(0x0100, "hi", peers.Stop));
    }

    [SkippableFact]
    public async Task A_server_calls_a_client_that_has_not_called()
    {
        await using var peers = await Peers.StartAsync(clientFunctions: service => service.RegisterFunction<int>(0x0200, _ => ValueTask.FromResult(5)));
        await Until.TrueAsync(() => peers.Server.Connections.Count == 1);

        Assert.Equal(5, await peers.ServerSide.Caller(peers.Server.Connections.Single()).InvokeAsync<int>(0x0200, peers.Stop));
    }
}
