using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Genie.Faults.Tests;

public sealed class UdpFaultProxyTests : IAsyncLifetime, IDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly UdpClient _server = new(new IPEndPoint(IPAddress.Loopback, 0));
    private readonly UdpClient _client = new(new IPEndPoint(IPAddress.Loopback, 0));
    private readonly CancellationTokenSource _stopping = new();
    private readonly ConcurrentQueue<int> _arrived = new();
    private Task _receiving = Task.CompletedTask;
    private UdpFaultProxy? _proxy;

    public Task InitializeAsync()
    {
        _receiving = ReceiveAsync();
        return Task.CompletedTask;
    }

    public async Task DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _receiving;
        if (_proxy is not null) await _proxy.DisposeAsync();
    }

    public void Dispose()
    {
        _server.Dispose();
        _client.Dispose();
        _stopping.Dispose();
    }

    [Fact]
    public async Task Answers_find_back_after_the_round_trip_of_the_network()
    {
        Start(new NetworkProfile { RoundTrip = TimeSpan.FromMilliseconds(40) });
        var watch = Stopwatch.StartNew();
        await SendAsync(7);
        var answer = await _client.ReceiveAsync().WaitAsync(Timeout);
        Assert.Equal(BitConverter.GetBytes(7), answer.Buffer);
        Assert.Equal(_proxy!.EndPoint, answer.RemoteEndPoint);
        Assert.True(watch.ElapsedMilliseconds >= 40, $"{watch.Elapsed}");
    }

    [Fact]
    public async Task The_share_that_is_lost_follows_from_the_seed()
    {
        var loss = PacketLoss.Burst(0.3, 3);
        Start(new NetworkProfile { Loss = loss }, seed: 5);
        for (var i = 0; i < 200; i++) await SendAsync(i);
        var fates = new DatagramFates(new FaultProxyOptions { Seed = 5 }.RandomOf(0, FaultDirections.ToServer));
        var expected = Enumerable.Range(0, 200).Where(_ => fates.Next(_proxy!.Profile, sizeof(int)) == DatagramFate.Delivered).ToArray();
        await Client.UntilAsync(() => _arrived.Count >= expected.Length);
        Assert.Equal(expected, _arrived);
        Assert.InRange(expected.Length, 100, 190);
    }

    [Fact]
    public async Task Datagrams_come_twice()
    {
        Start(new NetworkProfile { Duplication = 1 });
        for (var i = 0; i < 3; i++) await SendAsync(i);
        await Client.UntilAsync(() => _arrived.Count >= 6);
        Assert.Equal([0, 0, 1, 1, 2, 2], _arrived);
    }

    [Fact]
    public async Task Datagrams_are_overtaken_by_the_next_one()
    {
        Start(new NetworkProfile { Reordering = 1 }, time: new SlowTimers());
        for (var i = 0; i < 4; i++) await SendAsync(i);
        await Client.UntilAsync(() => _arrived.Count >= 4);
        Assert.Equal([1, 0, 3, 2], _arrived);
        await Client.UntilAsync(() => _proxy!.Counts.Reordered >= 2);
    }

    [Fact]
    public async Task One_that_nothing_overtakes_comes_all_the_same()
    {
        Start(new NetworkProfile { Reordering = 1 });
        await SendAsync(4);
        await Client.UntilAsync(() => !_arrived.IsEmpty);
        Assert.Equal([4], _arrived);
    }

    [Fact]
    public async Task Those_that_are_too_large_are_lost()
    {
        Start(new NetworkProfile { DatagramBytesLimit = 1000 });
        await _client.SendAsync(new byte[1001], _proxy!.EndPoint);
        await SendAsync(3);
        await Client.UntilAsync(() => !_arrived.IsEmpty);
        Assert.Equal([3], _arrived);
        Assert.Equal(1, _proxy.Counts.TooLarge);
    }

    [Fact]
    public async Task Silence_ends_when_it_is_healed()
    {
        Start(NetworkProfile.Loopback);
        _proxy!.Silence(FaultDirections.ToServer);
        await SendAsync(1);
        await Client.UntilAsync(() => _proxy.Counts.SwallowedBytes == sizeof(int));
        _proxy.Heal();
        await SendAsync(2);
        await Client.UntilAsync(() => !_arrived.IsEmpty);
        Assert.Equal([2], _arrived);
    }

    [Fact]
    public async Task A_server_that_is_away_for_a_while_stops_nothing()
    {
        Start(NetworkProfile.Loopback);
        using var other = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));
        var port = ((IPEndPoint)other.Client.LocalEndPoint!).Port;
        other.Dispose();
        await using var proxy = UdpFaultProxy.Start(port);
        await _client.SendAsync(BitConverter.GetBytes(1), proxy.EndPoint);
        await Client.UntilAsync(() => proxy.Counts.BytesToServer > 0);
        using var back = new UdpClient(new IPEndPoint(IPAddress.Loopback, port));
        await _client.SendAsync(BitConverter.GetBytes(2), proxy.EndPoint);
        Assert.Equal(2, BitConverter.ToInt32((await back.ReceiveAsync().WaitAsync(Timeout)).Buffer));
    }

    private void Start(NetworkProfile profile, int seed = 1, TimeProvider? time = null) =>
        _proxy = UdpFaultProxy.Start(((IPEndPoint)_server.Client.LocalEndPoint!).Port, new FaultProxyOptions { Profile = profile, Seed = seed, Time = time ?? TimeProvider.System });

    private async Task SendAsync(int number) => await _client.SendAsync(BitConverter.GetBytes(number), _proxy!.EndPoint);

    private async Task ReceiveAsync()
    {
        try
        {
            while (true)
            {
                var datagram = await _server.ReceiveAsync(_stopping.Token);
                _arrived.Enqueue(BitConverter.ToInt32(datagram.Buffer));
                await _server.SendAsync(datagram.Buffer, datagram.RemoteEndPoint);
            }
        }
        catch (OperationCanceledException)
        {
            // Disposed.
        }
    }

    // On a busy machine the next datagram may be a while behind.
    private sealed class SlowTimers : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) => base.CreateTimer(callback, state, dueTime * 1000, period);
    }
}
