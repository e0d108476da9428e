namespace Genie.Rpc.Quic.Tests.Connections;

public sealed class ReconnectTests
{
    [SkippableFact]
    public async Task A_servers_restart_is_survived()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction<int, int>(0x0100, (_, number) => ValueTask.FromResult(number)));
        for (var restart = 0; restart < 2; restart++)
        {
            Assert.Equal(restart, await peers.Caller.InvokeAsync<int, int>(0x0100, restart, peers.Stop));
            await peers.RestartServerAsync();
            // The loss may be noticed only by a call; that one says that it may be repeated.
            await RepeatAsync(peers, restart);
        }
    }

    [SkippableFact]
    public async Task A_call_waits_for_the_connection_until_its_deadline()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction<int>(0x0100, _ => ValueTask.FromResult(1)));
        await peers.Server.DisposeAsync();
        while (!await IsLostAsync(peers)) await Task.Delay(10, peers.Stop);
        var caller = peers.Caller.With(new QuicRpcCallOptions(TimeSpan.FromMilliseconds(300)));
        var error = await Assert.ThrowsAsync<QuicRpcException>(async () => await caller.InvokeAsync<int>(0x0100, peers.Stop));

        Assert.Equal((QuicRpcErrorCode.DeadlineExceeded, false, true), (error.Code, error.MayHaveRun, error.IsTransient));
    }

    [SkippableFact]
    public async Task Nobody_at_the_address_is_an_error()
    {
        await using var peers = await Peers.StartAsync();
        var address = peers.Server.LocalEndPoint;
        await peers.Server.DisposeAsync();
        var error = await Assert.ThrowsAsync<QuicRpcException>(async () => await QuicRpcConnection.ConnectAsync(
            new QuicRpcConnectOptions { EndPoint = address, ConnectTimeout = TimeSpan.FromMilliseconds(500) }, peers.ClientSide, new Session("client"), peers.Stop));

        Assert.Equal((QuicRpcErrorCode.Unavailable, true), (error.Code, error.IsTransient));
        Assert.Contains(address.ToString(), error.Message, StringComparison.Ordinal);
    }

    private static async Task<bool> IsLostAsync(Peers peers)
    {
        try
        {
            await (await peers.OpenStreamAsync()).DisposeAsync();
            return false;
        }
        catch (Exception e) when (e is System.Net.Quic.QuicException or System.Net.Sockets.SocketException)
        {
            return true;
        }
    }

    private static async Task RepeatAsync(Peers peers, int number)
    {
        while (true)
        {
            try
            {
                Assert.Equal(number, await peers.Caller.InvokeAsync<int, int>(0x0100, number, peers.Stop));
                return;
            }
            catch (QuicRpcException e) when (e.IsTransient)
            {
                // As an application would.
            }
        }
    }
}
