using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Genie.Brokers.Links;
using Genie.Brokers.Telemetry;
using Genie.Testing;

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
            OwnReadThread = ownReadThread,
            Broker = "test",
            Host = "127.0.0.1",
            Port = ((IPEndPoint)_listener.LocalEndpoint).Port,
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
    public async Task Observers_that_throw_end_no_link()
    {
        using var observers = new ThrowingObservers(BrokerTelemetry.Name);
        var told = 0;
        var options = _options with { Changed = _ => throw new NotSupportedException($"A callback that throws ends nothing: {Interlocked.Increment(ref told)}.") };
        await using var link = new SupervisedLink<NumberSession>(options, token => NumberSession.OpenAsync(options, null, token), _ => { }) { Changed = options.Changed };
        await link.ConnectAsync(default);
        for (var losses = 1; losses <= 3; losses++)
        {
            (await _listener.AcceptSocketAsync()).Dispose();
            while (link.Losses < losses) await Task.Delay(1);
            await link.GetAsync(SafetyNet, default);
        }

        // Lost and restored, each told to both.
        Assert.InRange(told, 10, int.MaxValue);
        Assert.InRange(observers.Thrown, 5, int.MaxValue);
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
    public async Task A_session_that_opens_while_its_opening_is_cancelled_is_closed()
    {
        for (var i = 0; i < 100; i++)
        {
            using var cancellation = new CancellationTokenSource();
            var opened = new TaskCompletionSource<NumberSession>(TaskCreationOptions.RunContinuationsAsynchronously);
            await using (var link = new SupervisedLink<NumberSession>(_options, OpenAsync, _ => { }))
            {
                var connecting = link.ConnectAsync(cancellation.Token).AsTask();
                using var peer = await _listener.AcceptSocketAsync();
                await opened.Task.WaitAsync(SafetyNet);
                await cancellation.CancelAsync();
                await Task.WhenAny(connecting);
            }

            await (await opened.Task).Ended.WaitAsync(SafetyNet);

            async ValueTask<NumberSession> OpenAsync(CancellationToken token)
            {
                var session = await NumberSession.OpenAsync(_options, null, default);
                return await Task.Run(() =>
                {
                    // While those are called who registered with the token.
                    opened.SetResult(session);
                    while (!token.IsCancellationRequested) Thread.SpinWait(1);
                    Thread.SpinWait(Random.Shared.Next(2_000));
                    return session;
                });
            }
        }
    }

    [Fact]
    public async Task A_refusal_is_told_to_callers_and_asked_about_again_until_it_is_none()
    {
        var (attempts, isRight) = (0, false);
        var options = _options with { Reconnect = _options.Reconnect with { RefusedDelay = TimeSpan.FromMilliseconds(20) } };
        await using var link = new SupervisedLink<NumberSession>(
            options,
            token => Interlocked.Increment(ref attempts) == 1 || Volatile.Read(ref isRight)
                ? NumberSession.OpenAsync(options, null, token) : throw new BrokerAuthenticationException("test", "wrong password"),
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
        while (Volatile.Read(ref attempts) < 4) await Task.Delay(1);
        Volatile.Write(ref isRight, true);
        while (!link.TryGet(out _)) await Task.Delay(1).WaitAsync(SafetyNet);
    }

    [Fact]
    public async Task The_next_session_does_not_wait_for_the_end_of_the_lost_one()
    {
        var sessions = new List<EndlessSession>();
        var link = new SupervisedLink<EndlessSession>(
            _options with { CloseTimeout = TimeSpan.FromMilliseconds(50) },
            _ =>
            {
                sessions.Add(new EndlessSession());
                return new ValueTask<EndlessSession>(sessions[^1]);
            },
            _ => { });
        await link.ConnectAsync(default);
        sessions[0].End();
        EndlessSession next;
        do next = await link.GetAsync(SafetyNet, default);
        while (next == sessions[0]);
        Assert.Same(sessions[1], next);
        await link.DisposeAsync().AsTask().WaitAsync(SafetyNet);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_session_that_is_replaced_is_lost_only_if_it_ends_before_the_next_is_open(bool endsBefore)
    {
        var (first, second) = (new EndlessSession(), new EndlessSession());
        var (opening, mayOpen) = (new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously), new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        var causes = new List<Exception>();
        var changes = new List<LinkState>();
        var opened = 0;
        await using var link = new SupervisedLink<EndlessSession>(
            _options with { CloseTimeout = TimeSpan.FromMilliseconds(50) },
            async _ =>
            {
                if (opened++ == 0) return first;
                opening.SetResult();
                await mayOpen.Task;
                return second;
            },
            causes.Add)
        { Changed = change => changes.Add(change.State) };
        await link.ConnectAsync(default);
        first.Leave();
        await opening.Task.WaitAsync(SafetyNet);
        if (endsBefore) first.End();
        mayOpen.SetResult();
        while (!link.TryGet(out var session) || session == first) await Task.Yield();
        Assert.Equal(endsBefore ? 1 : 0, link.Losses);
        Assert.Equal(endsBefore ? 1 : 0, causes.Count);

        // The last word comes just after the session.
        while (endsBefore && changes.Count < 2) await Task.Yield();
        Assert.Equal(endsBefore ? [LinkState.Lost, LinkState.Restored] : [], changes);
    }

    [Fact]
    public async Task A_server_that_greets_and_closes_is_asked_less_and_less()
    {
        var policy = new ReconnectPolicy { InitialDelay = TimeSpan.FromMilliseconds(1), MaxDelay = TimeSpan.FromMinutes(10) };
        var clock = new ManualClock();
        var opened = 0;
        await using var link = new SupervisedLink<EndlessSession>(
            _options with { Reconnect = policy, Clock = clock },
            _ =>
            {
                Interlocked.Increment(ref opened);
                var session = new EndlessSession();
                session.End();
                return new ValueTask<EndlessSession>(session);
            },
            _ => { });
        await link.ConnectAsync(default);
        await Until.TrueAsync(() => clock.GetElapsedTime(0) >= TimeSpan.FromSeconds(1) && Volatile.Read(ref opened) > 5, () => clock.Advance(TimeSpan.FromMilliseconds(1)));

        // Ceilings of 1, 2, 4 ... ms: even with half of the luck there is, some twenty fit into a second.
        Assert.InRange(Volatile.Read(ref opened), 6, 60);
        var disposing = link.DisposeAsync().AsTask();
        await Until.TrueAsync(() => disposing.IsCompleted, () => clock.Advance(TimeSpan.FromSeconds(1)));
    }

    [Fact]
    public void Waits_have_full_jitter_from_the_first_on()
    {
        var policy = new ReconnectPolicy { InitialDelay = TimeSpan.FromMilliseconds(50), MaxDelay = TimeSpan.FromSeconds(2) };
        Assert.Equal([50, 100, 200, 400, 800, 1600, 2000, 2000], Enumerable.Range(0, 8).Select(attempt => policy.DelayBefore(attempt, 1).TotalMilliseconds));
        Assert.All(Enumerable.Range(0, 40), attempt => Assert.Equal(TimeSpan.Zero, policy.DelayBefore(attempt, 0)));
    }

    [Fact]
    public async Task A_retired_link_keeps_its_session_and_opens_no_other()
    {
        var opened = 0;
        await using var link = new SupervisedLink<NumberSession>(
            _options,
            token =>
            {
                Interlocked.Increment(ref opened);
                return NumberSession.OpenAsync(_options, null, token);
            },
            _ => { });
        await link.ConnectAsync(default);
        var peer = await _listener.AcceptSocketAsync();
        await link.RetireAsync(default);
        Assert.True(link.TryGet(out _));
        peer.Dispose();
        await Assert.ThrowsAsync<LinkLostException>(async () =>
        {
            while (true)
            {
                await link.GetAsync(SafetyNet, default);
                await Task.Yield();
            }
        });
        Assert.Equal(1, opened);
    }

    [Fact]
    public async Task A_peer_that_takes_nothing_is_given_up()
    {
        var clock = new ManualClock();
        var options = _options with { Clock = clock };
        await using var link = new SupervisedLink<NumberSession>(options, token => NumberSession.OpenAsync(options, null, token), _ => { });
        await link.ConnectAsync(default);
        using var peer = await _listener.AcceptSocketAsync();
        Assert.True(link.TryGet(out var session));
        var writing = Task.Run(async () =>
        {
            while (true) await session.Writer.WriteAsync(new NumberFrame(1), FlushBy.Background, default);
        });
        await Until.TrueAsync(() => session.Ended.IsCompleted, () => clock.Advance(TimeSpan.FromSeconds(1)));
        Assert.Contains("took nothing for 30 s", (await session.Ended.WaitAsync(SafetyNet)).Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<LinkLostException>(() => writing.WaitAsync(SafetyNet));
    }

    [Fact]
    public async Task Nobody_at_the_address_is_said_with_host_and_port()
    {
        _listener.Stop();
        await using var link = new SupervisedLink<NumberSession>(_options, token => NumberSession.OpenAsync(_options, null, token), _ => { });
        var error = await Assert.ThrowsAsync<BrokerUnreachableException>(async () => await link.ConnectAsync(default));
        Assert.Contains($"127.0.0.1:{_options.Port}", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_server_that_accepts_and_greets_nobody_ends_the_attempt_at_its_time_out(bool hasList)
    {
        var clock = new ManualClock();
        var options = _options with { Clock = clock, Servers = hasList ? new ServerList(new ServerAddress(_options.Host, _options.Port)) : null };
        await using var link = new SupervisedLink<NumberSession>(
            options,
            async token =>
            {
                await using var transport = await LinkTransport.ConnectAsync(options, token);
                await transport.Reader.ReadAsync(token);
                throw new InvalidOperationException("a greeting was read");
            },
            static _ => { });
        var connecting = link.ConnectAsync(default).AsTask();
        await Until.TrueAsync(() => connecting.IsCompleted, () => clock.Advance(TimeSpan.FromSeconds(1)));
        await Assert.ThrowsAsync<BrokerUnreachableException>(() => connecting);
        Assert.InRange(clock.GetElapsedTime(0), _options.ConnectTimeout, TimeSpan.MaxValue);
    }

    [Fact]
    public async Task A_silent_peer_is_noticed_by_the_heartbeat()
    {
        var clock = new ManualClock();
        var options = _options with { Clock = clock };
        var heartbeat = new LinkHeartbeat(TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(200));
        await using var link = new SupervisedLink<NumberSession>(options, token => NumberSession.OpenAsync(options, heartbeat, token), _ => { });
        await link.ConnectAsync(default);
        using var peer = await _listener.AcceptSocketAsync();
        Assert.True(link.TryGet(out var session));
        await Until.TrueAsync(() => session.Ended.IsCompleted, () => clock.Advance(TimeSpan.FromSeconds(1)));
        Assert.Contains("nothing was received for 2", (await session.Ended).Message, StringComparison.Ordinal);
        Assert.InRange(session.Beats, 1, 20);
        Assert.InRange(clock.GetElapsedTime(0), TimeSpan.FromSeconds(200), TimeSpan.MaxValue);
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

    public void Dispose()
    {
        _listener.Dispose();
        GC.SuppressFinalize(this);
    }

    private async Task<SupervisedLink<NumberSession>> ConnectAsync(Action<Exception>? lost = null)
    {
        var link = new SupervisedLink<NumberSession>(_options, token => NumberSession.OpenAsync(_options, null, token), lost ?? (_ => { }));
        await link.ConnectAsync(default);
        return link;
    }
}
