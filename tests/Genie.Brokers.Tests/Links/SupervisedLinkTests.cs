using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Genie.Brokers.Links;

namespace Genie.Brokers.Tests.Links;

public sealed class PooledLinkTests() : SupervisedLinkTests(ownReadThread: false);

public sealed class OwnThreadLinkTests() : SupervisedLinkTests(ownReadThread: true);

/// <summary>All of it holds for links that the thread pool reads and for those with a thread of their own.</summary>
public abstract class SupervisedLinkTests : IDisposable
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly LinkOptions _options;

    protected SupervisedLinkTests(bool ownReadThread)
    {
        _listener.Start();
        _options = new LinkOptions
        {
            OwnReadThread = ownReadThread, Broker = "test", Host = "127.0.0.1", Port = ((IPEndPoint)_listener.LocalEndpoint).Port,
            Reconnect = new ReconnectPolicy { InitialDelay = TimeSpan.FromMilliseconds(1), MaxDelay = TimeSpan.FromMilliseconds(20) },
        };
    }

    [Fact]
    public async Task Frames_arrive_whole_however_the_stream_is_cut()
    {
        await using var link = await ConnectAsync();
        using var peer = await _listener.AcceptSocketAsync();
        var sent = MemoryMarshal.AsBytes<int>(Enumerable.Range(0, 1000).ToArray()).ToArray();
        for (var i = 0; i < sent.Length; i += 7) await peer.SendAsync(sent.AsMemory(i, Math.Min(7, sent.Length - i)));
        Assert.True(link.TryGet(out var session));
        for (var i = 0; i < 1000; i++) Assert.Equal(i, await session.Received.Reader.ReadAsync().AsTask().WaitAsync(SafetyNet));
    }

    [Fact]
    public async Task A_lost_session_is_told_and_replaced_and_waiting_calls_get_the_new_one()
    {
        var causes = new List<Exception>();
        await using var link = await ConnectAsync(lost: causes.Add);
        Assert.True(link.TryGet(out var first));
        (await _listener.AcceptSocketAsync()).Dispose();
        Assert.IsType<LinkLostException>(await first.Ended.WaitAsync(SafetyNet));
        await Assert.ThrowsAsync<LinkLostException>(async () => await first.Writer.WriteAsync(new NumberFrame(1), FlushBy.Caller, default));

        NumberSession second;
        do
        {
            second = await link.GetAsync(SafetyNet, default);
        }
        while (second == first);
        using var peer = await _listener.AcceptSocketAsync();
        await second.Writer.WriteAsync(new NumberFrame(42), FlushBy.Caller, default);
        var bytes = new byte[4];
        Assert.Equal(4, await peer.ReceiveAsync(bytes));
        Assert.Equal(42, bytes[0]);
        Assert.IsType<LinkLostException>(Assert.Single(causes));
        Assert.Equal(1, link.Losses);
    }

    [Fact]
    public async Task A_call_waits_no_longer_than_it_may_while_nothing_listens()
    {
        await using var link = await ConnectAsync();
        Assert.True(link.TryGet(out var session));
        var peer = await _listener.AcceptSocketAsync();
        _listener.Stop();
        peer.Dispose();
        await session.Ended.WaitAsync(SafetyNet);
        while (link.TryGet(out _)) await Task.Yield();

        await Assert.ThrowsAsync<LinkLostException>(async () => await link.GetAsync(TimeSpan.FromMilliseconds(50), default));
        using var cancellation = new CancellationTokenSource(50);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await link.GetAsync(SafetyNet, cancellation.Token));
    }

    [Fact]
    public async Task Refused_credentials_end_the_link_for_good()
    {
        var attempts = 0;
        await using var link = new SupervisedLink<NumberSession>(
            _options,
            token => ++attempts == 1 ? NumberSession.OpenAsync(_options, null, token) : throw new BrokerAuthenticationException("test", "wrong password"),
            _ => { });
        await link.ConnectAsync(default);
        (await _listener.AcceptSocketAsync()).Dispose();
        await Assert.ThrowsAsync<BrokerAuthenticationException>(async () =>
        {
            while (true)
            {
                await link.GetAsync(SafetyNet, default);
                await Task.Yield();
            }
        });
        await Task.Delay(100);
        Assert.Equal(2, attempts);
    }

    [Fact]
    public async Task Nobody_at_the_address_is_said_with_host_and_port()
    {
        _listener.Stop();
        await using var link = new SupervisedLink<NumberSession>(_options, token => NumberSession.OpenAsync(_options, null, token), _ => { });
        var error = await Assert.ThrowsAsync<BrokerUnreachableException>(async () => await link.ConnectAsync(default));
        Assert.Contains($"127.0.0.1:{_options.Port}", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_silent_peer_is_noticed_by_the_heartbeat()
    {
        await using var link = await ConnectAsync(new LinkHeartbeat(TimeSpan.FromMilliseconds(20), TimeSpan.FromMilliseconds(200)));
        using var peer = await _listener.AcceptSocketAsync();
        Assert.True(link.TryGet(out var session));
        Assert.Contains("nothing was received", (await session.Ended.WaitAsync(SafetyNet)).Message, StringComparison.Ordinal);
        Assert.InRange(session.Beats, 1, 20);
    }

    [Fact]
    public async Task Disposing_sends_what_is_buffered_and_may_be_repeated()
    {
        var link = await ConnectAsync();
        using var peer = await _listener.AcceptSocketAsync();
        Assert.True(link.TryGet(out var session));
        for (var i = 0; i < 50_000; i++) await session.Writer.WriteAsync(new NumberFrame(i), FlushBy.Background, default);
        var disposing = link.DisposeAsync().AsTask();
        var received = 0;
        var bytes = new byte[65536];
        while (await peer.ReceiveAsync(bytes) is > 0 and var read) received += read;
        await disposing.WaitAsync(SafetyNet);
        await link.DisposeAsync();
        Assert.Equal(200_000, received);
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await link.GetAsync(SafetyNet, default));
    }

    [Fact]
    public async Task An_attempt_ends_with_its_time()
    {
        var options = _options with { ConnectTimeout = TimeSpan.FromMilliseconds(200) };
        await using var link = new SupervisedLink<NumberSession>(
            options,
            async token =>
            {
                await using var transport = await LinkTransport.ConnectAsync(options, token);
                await transport.Reader.ReadAsync(token);
                throw new InvalidOperationException("The peer says nothing.");
            },
            _ => { });
        await Assert.ThrowsAsync<BrokerUnreachableException>(() => link.ConnectAsync(default).AsTask().WaitAsync(SafetyNet));
    }

    public void Dispose()
    {
        _listener.Dispose();
        GC.SuppressFinalize(this);
    }

    private async Task<SupervisedLink<NumberSession>> ConnectAsync(LinkHeartbeat? heartbeat = null, Action<Exception>? lost = null)
    {
        var link = new SupervisedLink<NumberSession>(_options, token => NumberSession.OpenAsync(_options, heartbeat, token), lost ?? (_ => { }));
        await link.ConnectAsync(default);
        return link;
    }
}
