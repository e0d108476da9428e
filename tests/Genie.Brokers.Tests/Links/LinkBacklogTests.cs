using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Tests.Links;

/// <summary>How a link is read while more waits for handlers than may.</summary>
public sealed class LinkBacklogTests : IAsyncLifetime
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    // Long enough that what must not be read would have been.
    private static readonly TimeSpan Watch = TimeSpan.FromMilliseconds(50);

    private readonly HandlerBacklog _backlog = new(max: 1);
    private NumberSession _session = null!;
    private Socket _peer = null!;

    public async Task InitializeAsync()
    {
        _backlog.Add(2);
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        var options = new LinkOptions { Broker = "test", Host = "127.0.0.1", Port = ((IPEndPoint)server.LocalEndpoint).Port };
        _session = await NumberSession.OpenAsync(options, heartbeat: null, default, _backlog);
        _peer = await server.AcceptSocketAsync();
        await _peer.SendAsync(BitConverter.GetBytes(2));
    }

    public async Task DisposeAsync()
    {
        await _session.DisposeAsync();
        _peer.Dispose();
    }

    [Fact]
    public async Task It_is_read_on_when_less_waits()
    {
        await Task.Delay(Watch);
        Assert.False(_session.Received.Reader.TryRead(out _));
        _backlog.Remove(1);
        Assert.Equal(2, await _session.Received.Reader.ReadAsync().AsTask().WaitAsync(SafetyNet));
    }

    [Fact]
    public async Task It_is_read_on_while_something_is_awaited_from_the_peer()
    {
        var answer = new TaskCompletionSource();
        var awaiting = _session.AwaitAsync(answer.Task);
        Assert.Equal(2, await _session.Received.Reader.ReadAsync().AsTask().WaitAsync(SafetyNet));
        answer.SetResult();
        await awaiting;
    }

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Its_end_is_seen_and_what_came_before_is_taken(bool isReset)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "elsewhere writing finds it out");
        if (isReset) _peer.LingerState = new LingerOption(true, 0);
        _peer.Close();
        Assert.IsType<LinkLostException>(await _session.Ended.WaitAsync(SafetyNet));
        if (!isReset) Assert.Equal(2, await _session.Received.Reader.ReadAsync().AsTask().WaitAsync(SafetyNet));
    }
}
