namespace Genie.Rpc.Quic.Tests.Connections;

public sealed class MigrationTests
{
    [SkippableFact]
    public async Task A_client_whose_address_changes_keeps_its_connection_its_streams_and_the_call_under_way()
    {
        var (begun, end) = (new TaskCompletionSource(), new TaskCompletionSource<int>());
        await using var peers = await Peers.StartAsync(service =>
        {
            service.RegisterFunction<int, int>(0x0100, (_, number) => ValueTask.FromResult(number + 1));
            service.RegisterFunction<int>(0x0101, async _ =>
            {
                begun.SetResult();
                return await end.Task;
            });
        });
        await using var router = new AddressTranslation(peers.Server.LocalEndPoint);
        await using var connection = await QuicRpcConnection.ConnectAsync(
            peers.ConnectOptions() with { EndPoint = router.EndPoint, TargetHost = "127.0.0.1", KeepAliveInterval = TimeSpan.FromMilliseconds(100) }, peers.ClientSide, new Session("roaming"), peers.Stop);
        Assert.Equal(2, await connection.Caller.InvokeAsync<int, int>(0x0100, 1, peers.Stop));
        var (before, served) = (connection.Current, peers.Server.Connections.Single(each => each.RemoteEndPoint.Port == router.OutsidePort));
        var underWay = connection.Caller.InvokeAsync<int>(0x0101, peers.Stop).AsTask();
        await begun.Task.WaitAsync(peers.Stop);

        for (var number = 2; number < 5; number++)
        {
            router.Forget();
            Assert.Equal(number + 1, await connection.Caller.InvokeAsync<int, int>(0x0100, number, peers.Stop));
            while (served.RemoteEndPoint.Port != router.OutsidePort) await Task.Delay(10, peers.Stop);
        }

        end.SetResult(7);
        Assert.Equal(7, await underWay);
        Assert.Same(before, connection.Current);
        Assert.Equal(2, peers.Server.Connections.Count);
    }
}
