using System.Diagnostics;
using System.Net;

namespace Genie.Faults.Tests;

public sealed class TcpFaultProxyTests : IAsyncLifetime
{
    // Long enough that what must not arrive would have, on any machine that has anything to do.
    private static readonly TimeSpan Watch = TimeSpan.FromMilliseconds(200);

    private readonly EchoServer _server = EchoServer.Start();
    private TcpFaultProxy _proxy = null!;
    private Client _client = null!;

    public async Task InitializeAsync()
    {
        _proxy = TcpFaultProxy.Start(_server.Port);
        _client = await Client.ConnectAsync(_proxy.EndPoint);
        await _client.EchoAsync(1);
    }

    public async Task DisposeAsync()
    {
        _client.Dispose();
        await _proxy.DisposeAsync();
        await _server.DisposeAsync();
    }

    [Fact]
    public async Task Bytes_pass_unchanged_in_both_directions_and_are_counted()
    {
        Assert.Equal(Client.Bytes(100_000), await _client.EchoAsync(100_000));
        await Client.UntilAsync(() => _proxy.Counts is { BytesToServer: 100_001, BytesToClient: 100_001 });
        Assert.True(_proxy.Counts is { Connections: 1, Open: 1, Lost: 0, Resets: 0 }, $"{_proxy.Counts}");
        _client.Dispose();
        await Client.UntilAsync(() => _proxy.Counts.Open == 0);
    }

    [Fact]
    public async Task A_round_trip_takes_as_long_as_the_network_says_and_no_longer_once_it_changed()
    {
        _proxy.Profile = NetworkProfile.Loopback with { RoundTrip = TimeSpan.FromMilliseconds(60), Jitter = TimeSpan.FromMilliseconds(2) };
        var watch = Stopwatch.StartNew();
        await _client.EchoAsync(100);
        Assert.True(watch.ElapsedMilliseconds >= 60, $"{watch.Elapsed}");
        _proxy.Profile = NetworkProfile.Loopback;
        Assert.Equal(Client.Bytes(10), await _client.EchoAsync(10));
    }

    [Fact]
    public async Task Bandwidth_is_shared_out_over_time()
    {
        _proxy.Profile = NetworkProfile.Loopback with { BytesPerSecond = 500_000 };
        var watch = Stopwatch.StartNew();
        Assert.Equal(Client.Bytes(100_000), await _client.EchoAsync(100_000));
        Assert.True(watch.ElapsedMilliseconds >= 200, $"{watch.Elapsed}");
    }

    [Fact]
    public async Task What_a_stream_loses_comes_a_round_trip_later()
    {
        _proxy.Profile = NetworkProfile.Loopback with { RoundTrip = TimeSpan.FromMilliseconds(50), Loss = PacketLoss.Uniform(1) };
        var watch = Stopwatch.StartNew();
        Assert.Equal(Client.Bytes(10), await _client.EchoAsync(10));
        Assert.True(watch.ElapsedMilliseconds >= 150, $"{watch.Elapsed}");
        Assert.Equal(2, _proxy.Counts.Lost);
    }

    [Theory]
    [InlineData(FaultDirections.ToServer)]
    [InlineData(FaultDirections.ToClient)]
    public async Task Stalled_bytes_arrive_when_the_fault_is_over(FaultDirections direction)
    {
        _proxy.Begin(TcpFault.Stall, direction);
        var echo = _client.EchoAsync(1000);
        await Task.Delay(Watch);
        Assert.False(echo.IsCompleted);
        _proxy.Heal();
        Assert.Equal(Client.Bytes(1000), await echo);
    }

    [Fact]
    public async Task A_server_that_reads_nothing_stops_the_sender()
    {
        const int Bytes = 32 << 20;
        _proxy.Begin(TcpFault.ZeroWindow, FaultDirections.ToServer);
        var sending = _client.SendAsync(Bytes);
        await Task.Delay(Watch);
        Assert.False(sending.IsCompleted);
        _proxy.Heal();
        Assert.Equal(Bytes, (await _client.ReadAsync(Bytes)).Length);
        await sending;
    }

    [Fact]
    public async Task What_goes_into_a_half_open_connection_is_lost_and_it_is_reset_afterwards()
    {
        using var idle = await Client.ConnectAsync(_proxy.EndPoint);
        await idle.EchoAsync(1);
        _proxy.Begin(TcpFault.HalfOpen);
        await _client.SendAsync(500);
        using var late = await Client.ConnectAsync(_proxy.EndPoint);
        await late.SendAsync(300);
        await Client.UntilAsync(() => _proxy.Counts.SwallowedBytes == 800);
        _proxy.Heal();
        Assert.True(await _client.IsResetAsync());
        Assert.True(await late.IsResetAsync());
        Assert.Equal(Client.Bytes(10), await idle.EchoAsync(10));
    }

    [Fact]
    public async Task A_fault_may_be_of_some_clients_only()
    {
        using var spared = await Client.ConnectAsync(_proxy.EndPoint);
        await spared.EchoAsync(1);
        _proxy.Begin(TcpFault.HalfOpen, FaultDirections.Both, client => client.Port == _client.Port);
        await _client.SendAsync(500);
        using var late = await Client.ConnectAsync(_proxy.EndPoint);
        Assert.Equal(Client.Bytes(10), await late.EchoAsync(10));
        Assert.Equal(Client.Bytes(10), await spared.EchoAsync(10));
        await Client.UntilAsync(() => _proxy.Counts.SwallowedBytes == 500);
        Assert.Equal(TcpFault.HalfOpen, _proxy.Fault);
        _proxy.Heal();
        Assert.True(await _client.IsResetAsync());
        Assert.Equal(Client.Bytes(10), await spared.EchoAsync(10));
    }

    [Fact]
    public async Task A_half_open_connection_hides_that_the_other_side_closed()
    {
        _proxy.Begin(TcpFault.HalfOpen, FaultDirections.ToClient);
        await _server.DisposeAsync();
        var reading = _client.IsResetAsync();
        await Task.Delay(Watch);
        Assert.False(reading.IsCompleted);
        _proxy.Heal();
        Assert.True(await reading);
    }

    [Fact]
    public async Task A_cut_ends_the_connection_in_the_middle_of_what_is_sent()
    {
        _proxy.CutAll(FaultDirections.ToClient);
        await _client.SendAsync(100);
        var read = await _client.ReadAsync(100);
        Assert.InRange(read.Length, 1, 99);
        Assert.Equal(Client.Bytes(100)[..read.Length], read);
        await Client.UntilAsync(() => _proxy.Counts is { Closed: 1, Open: 0 });
    }

    [Fact]
    public async Task A_reset_is_one_for_both_sides()
    {
        _proxy.ResetAll();
        Assert.True(await _client.IsResetAsync());
        await Client.UntilAsync(() => _proxy.Counts is { Resets: 1, Open: 0 });
    }

    [Fact]
    public async Task Closed_connections_end_in_order()
    {
        _proxy.CloseAll();
        Assert.False(await _client.IsResetAsync());
        Assert.Equal(1, _proxy.Counts.Closed);
    }

    [Fact]
    public async Task Garbage_is_put_between_what_is_sent()
    {
        _proxy.SendGarbage(FaultDirections.ToClient, 48);
        var garbage = await _client.ReadAsync(48);
        Assert.Equal(Client.Bytes(10), await _client.EchoAsync(10));
        Assert.Equal(48, _proxy.Counts.GarbageBytes);

        // The same seed gives the same bytes to the first connection of another proxy.
        await using var again = TcpFaultProxy.Start(_server.Port);
        using var client = await Client.ConnectAsync(again.EndPoint);
        await client.EchoAsync(1);
        again.SendGarbage(FaultDirections.ToClient, 48);
        Assert.Equal(garbage, await client.ReadAsync(48));
    }

    [Fact]
    public async Task A_server_that_greets_and_closes()
    {
        await using var greeter = EchoServer.Start(1, 2, 3);
        await using var proxy = TcpFaultProxy.Start(greeter.Port);
        proxy.Begin(TcpFault.GreetThenClose);
        for (var i = 1; i <= 3; i++)
        {
            using var client = await Client.ConnectAsync(proxy.EndPoint);
            Assert.Equal([1, 2, 3], await client.ReadAsync(100));
            Assert.Equal(i, proxy.Counts.Closed);
        }

        proxy.Heal();
        using var last = await Client.ConnectAsync(proxy.EndPoint);
        Assert.Equal([1, 2, 3], await last.ReadAsync(3));
        Assert.Equal(Client.Bytes(9), await last.EchoAsync(9));
    }

    [Fact]
    public async Task Refused_connections_are_reset_and_those_that_live_go_on()
    {
        _proxy.Begin(TcpFault.Refuse);
        Assert.True(await Client.IsRefusedAsync(_proxy.EndPoint));
        Assert.Equal(1, _proxy.Counts.Refused);
        Assert.Equal(Client.Bytes(5), await _client.EchoAsync(5));
    }

    [Fact]
    public async Task A_server_that_is_not_there_and_then_is_elsewhere()
    {
        await using var nobody = EchoServer.Start();
        _proxy.Target = new IPEndPoint(IPAddress.Loopback, nobody.Port);
        await nobody.DisposeAsync();
        Assert.True(await Client.IsRefusedAsync(_proxy.EndPoint));
        _proxy.Target = new IPEndPoint(IPAddress.Loopback, _server.Port);
        using var found = await Client.ConnectAsync(_proxy.EndPoint);
        Assert.Equal(Client.Bytes(5), await found.EchoAsync(5));
    }

    [Fact]
    public async Task Disposing_ends_every_connection_also_while_a_fault_lasts()
    {
        _proxy.Begin(TcpFault.ZeroWindow);
        await _client.SendAsync(100);
        await _proxy.DisposeAsync();
        Assert.True(await _client.IsResetAsync());
        Assert.Equal(0, _proxy.Counts.Open);
    }
}
