using System.Net;
using System.Net.Sockets;
using Genie.Benchmarks.Agents;
using Genie.Benchmarks.Agents.Control;
using Genie.Benchmarks.Agents.Enrolment;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Agents.Serving;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>An agent in this process, and controllers that are, or are not, what they should be; over real TLS.</summary>
public sealed class AgentServerTests : IAsyncLifetime, IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly EnrolmentDesk _desk = new(TimeProvider.System);
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private AgentIdentity _agent = null!;
    private AgentIdentity _controller = null!;
    private AgentServer _server = null!;
    private Task _serving = Task.CompletedTask;

    private int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public Task InitializeAsync()
    {
        _agent = AgentIdentity.Open(Path.Combine(_folder.Path, "agent"));
        _controller = AgentIdentity.Open(Path.Combine(_folder.Path, "controller"));
        _server = new AgentServer(_agent, PeerBook.OfControllers(Path.Combine(_folder.Path, "agent")), _desk, Path.Combine(_folder.Path, "agent"), _ => { });
        _listener.Start();
        _serving = _server.RunAsync(_listener, _stop.Token);
        return Task.CompletedTask;
    }

    public async Task DisposeAsync()
    {
        await _stop.CancelAsync();
        await _serving.WaitAsync(TimeSpan.FromSeconds(60));
        await _server.DisposeAsync();
    }

    public void Dispose()
    {
        _listener.Dispose();
        _agent.Dispose();
        _controller.Dispose();
        _stop.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task The_code_enrols_once_and_the_link_is_good_for_what_agents_do()
    {
        var code = _desk.Open();
        var peer = await EnrollAsync(code.ToLowerInvariant(), _controller);
        Assert.Equal(_agent.Fingerprint, peer.Fingerprint);
        Assert.Equal(_controller.Fingerprint, Assert.Single(PeerBook.OfControllers(Path.Combine(_folder.Path, "agent")).Read()).Fingerprint);
        Assert.Contains("it was used", (await Assert.ThrowsAsync<AgentException>(() => EnrollAsync(code, _controller))).Message, StringComparison.Ordinal);

        await using var connection = await AgentConnection.OpenAsync(peer, _controller, CancellationToken.None);
        await connection.ProbeAsync(CancellationToken.None);
        Assert.True(connection.ToAgentPerSecond > 0 && connection.FromAgentPerSecond > 0);
        var clock = await connection.ReadClockAsync(CancellationToken.None);

        // Both sides have the same clock.
        Assert.True(Math.Abs(clock.MonotonicNanoseconds) <= clock.UncertaintyNanoseconds, $"{clock}");
        Assert.Equal(Environment.ProcessorCount, connection.Machine.Cores);
        if (OperatingSystem.IsLinux()) Assert.True((await connection.ReadUsageAsync(CancellationToken.None)).Ticks > 0);
    }

    [Fact]
    public async Task A_wrong_code_enrols_nobody()
    {
        _desk.Open();
        var error = await Assert.ThrowsAsync<AgentException>(() => EnrollAsync(EnrolmentCode.Create(), _controller));
        Assert.Contains("The code is wrong", error.Message, StringComparison.Ordinal);
        Assert.False(error.IsTransient);
        Assert.Empty(PeerBook.OfControllers(Path.Combine(_folder.Path, "agent")).Read());
    }

    [Fact]
    public async Task Who_stands_in_between_learns_nothing_and_enrols_nobody()
    {
        var code = _desk.Open();
        using var thief = AgentIdentity.Open(Path.Combine(_folder.Path, "thief"));
        using var between = new TcpListener(IPAddress.Loopback, 0);
        between.Start();
        var relaying = RelayAsync(between, thief);
        var peer = Enroller.EnrollAsync("a", "127.0.0.1", ((IPEndPoint)between.LocalEndpoint).Port, code, _controller, CancellationToken.None);
        var error = await Assert.ThrowsAsync<AgentException>(() => peer);
        Assert.Contains("somebody stands in between", error.Message, StringComparison.Ordinal);
        await relaying.WaitAsync(TimeSpan.FromSeconds(60));
        Assert.Empty(PeerBook.OfControllers(Path.Combine(_folder.Path, "agent")).Read());

        // The code is still the user's.
        Assert.Equal(_agent.Fingerprint, (await EnrollAsync(code, _controller)).Fingerprint);
    }

    [Fact]
    public async Task An_agent_that_does_not_know_the_code_is_not_enrolled()
    {
        var code = _desk.Open();
        using var other = AgentIdentity.Open(Path.Combine(_folder.Path, "other"));
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var pretending = PretendAsync(listener, other);
        var error = await Assert.ThrowsAsync<AgentException>(() => Enroller.EnrollAsync("a", "127.0.0.1", ((IPEndPoint)listener.LocalEndpoint).Port, code, _controller, CancellationToken.None));
        Assert.Contains("does not know the code", error.Message, StringComparison.Ordinal);
        await pretending.WaitAsync(TimeSpan.FromSeconds(60));
    }

    [Fact]
    public async Task Who_was_not_enrolled_is_refused_and_so_is_an_agent_that_is_another()
    {
        var peer = await EnrollAsync(_desk.Open(), _controller);
        using var stranger = AgentIdentity.Open(Path.Combine(_folder.Path, "stranger"));
        var refused = await Assert.ThrowsAsync<AgentException>(() => AgentConnection.OpenAsync(peer, stranger, CancellationToken.None));
        Assert.Contains("not enrolled", refused.Message, StringComparison.Ordinal);
        var changed = await Assert.ThrowsAsync<AgentException>(() => AgentConnection.OpenAsync(peer with { Fingerprint = stranger.Fingerprint }, _controller, CancellationToken.None));
        Assert.Contains("another agent", changed.Message, StringComparison.Ordinal);
        PeerBook.OfControllers(Path.Combine(_folder.Path, "agent")).Remove(Environment.MachineName);
        await Assert.ThrowsAsync<AgentException>(() => AgentConnection.OpenAsync(peer, _controller, CancellationToken.None));
    }

    [Fact]
    public async Task One_controller_uses_it_at_a_time_and_another_version_not_at_all()
    {
        var peer = await EnrollAsync(_desk.Open(), _controller);
        await using (await AgentConnection.OpenAsync(peer, _controller, CancellationToken.None))
        {
            var busy = await Assert.ThrowsAsync<AgentException>(() => AgentConnection.OpenAsync(peer, _controller, CancellationToken.None));
            Assert.Contains("in use by", busy.Message, StringComparison.Ordinal);
            Assert.True(busy.IsTransient);
        }

        await OpenWhenFreeAsync(peer);
        await using var link = await AgentLink.ConnectAsync(peer, _controller, CancellationToken.None);
        var old = await Assert.ThrowsAsync<AgentException>(() => AgentLink.AskAsync("a", link, new AgentRequest { Verb = AgentVerb.Open, Tool = "0.0.1" }, CancellationToken.None));
        Assert.Contains("0.0.1", old.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Files_are_kept_under_names_only_whole_and_as_long_as_the_session()
    {
        var peer = await EnrollAsync(_desk.Open(), _controller);
        var connection = await AgentConnection.OpenAsync(peer, _controller, CancellationToken.None);
        await using (connection)
        {
            foreach (var name in new[] { "", ".", "..", "../orders", "a/b", "a\\b", new string('n', 256) })
                Assert.Contains("no name of a file", (await Assert.ThrowsAsync<AgentException>(() => KeepAsync(name, 0))).Message, StringComparison.Ordinal);
            Assert.Contains("is missing before byte 7", (await Assert.ThrowsAsync<AgentException>(() => KeepAsync("orders", 7))).Message, StringComparison.Ordinal);
            var path = (await KeepAsync("orders", 0)).Path;
            Assert.Contains("is missing before byte 4", (await Assert.ThrowsAsync<AgentException>(() => KeepAsync("orders", 4))).Message, StringComparison.Ordinal);
            Assert.Equal(path, (await KeepAsync("orders", 3)).Path);
            Assert.Equal(new byte[] { 1, 2, 3, 1, 2, 3 }, await File.ReadAllBytesAsync(path));
        }

        await OpenWhenFreeAsync(peer);
        Assert.False(Directory.Exists(Path.Combine(_folder.Path, "agent", "files")));

        Task<AgentReply> KeepAsync(string name, long offset) =>
            connection.AskAsync(new AgentRequest { Verb = AgentVerb.Keep, Name = name, Offset = offset, Data = [1, 2, 3] }, CancellationToken.None);
    }

    [Fact]
    public async Task A_process_is_started_in_a_session_only_and_ends_with_it()
    {
        var peer = await EnrollAsync(_desk.Open(), _controller);
        await using (var link = await AgentLink.ConnectAsync(peer, _controller, CancellationToken.None))
        {
            var error = await Assert.ThrowsAsync<AgentException>(() => AgentLink.AskAsync("a", link, new AgentRequest { Verb = AgentVerb.Start, Session = "guessed", Process = "1" }, CancellationToken.None));
            Assert.Contains("session has ended", error.Message, StringComparison.Ordinal);
        }

        await using var connection = await AgentConnection.OpenAsync(peer, _controller, CancellationToken.None);
        await using var worker = await connection.StartAsync(AgentRole.Worker, CancellationToken.None);
        var reply = worker.Channel.ReceiveAsync(Benchmarks.Load.Control.ControlJsonContext.Default.WorkerReply, CancellationToken.None);
        await connection.DisposeAsync();
        Assert.Null(await reply.WaitAsync(TimeSpan.FromSeconds(60)));
    }

    [Fact]
    public async Task Noise_and_lines_without_an_end_end_their_own_link_only()
    {
        using (var noise = new TcpClient())
        {
            await noise.ConnectAsync(IPAddress.Loopback, Port);
            await noise.GetStream().WriteAsync(new byte[200]);
            var buffer = new byte[100];
            try
            {
                while (await noise.GetStream().ReadAsync(buffer).AsTask().WaitAsync(TimeSpan.FromSeconds(60)) > 0)
                {
                    // A TLS alert, then the end.
                }
            }
            catch (IOException)
            {
                // Or a reset.
            }
        }

        var (link, _) = await AgentLink.ConnectAsync("a", "127.0.0.1", Port, _controller, CancellationToken.None);
        await using (link)
        {
            try
            {
                for (var i = 0; i < 1000; i++) await link.WriteAsync(new byte[1024]);
                Assert.Null(await link.ReceiveAsync(AgentJsonContext.Default.AgentReply, CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(60)));
            }
            catch (IOException)
            {
                // It was cut.
            }
        }

        Assert.Equal(_agent.Fingerprint, (await EnrollAsync(_desk.Open(), _controller)).Fingerprint);
    }

    // The session is over for the agent when what it started has ended.
    private async Task OpenWhenFreeAsync(Peer peer)
    {
        for (var i = 0; ; i++)
        {
            try
            {
                await using var connection = await AgentConnection.OpenAsync(peer, _controller, CancellationToken.None);
                return;
            }
            catch (AgentException error) when (error.IsTransient && i < 600)
            {
                await Task.Delay(100);
            }
        }
    }

    private Task<Peer> EnrollAsync(string code, AgentIdentity controller) => Enroller.EnrollAsync("a", "127.0.0.1", Port, code, controller, CancellationToken.None);

    private async Task RelayAsync(TcpListener listener, AgentIdentity thief)
    {
        using var socket = await listener.AcceptSocketAsync();
        await using var near = new LineStream(await AgentTls.AcceptAsync(socket, thief, CancellationToken.None));
        var (far, _) = await AgentLink.ConnectAsync("a", "127.0.0.1", Port, thief, CancellationToken.None);
        await using (far)
        {
            for (var i = 0; i < 2; i++)
            {
                var request = await near.ReceiveAsync(AgentJsonContext.Default.AgentRequest, CancellationToken.None);
                await far.SendAsync(request!, AgentJsonContext.Default.AgentRequest, CancellationToken.None);
                var reply = await far.ReceiveAsync(AgentJsonContext.Default.AgentReply, CancellationToken.None);
                await near.SendAsync(reply!, AgentJsonContext.Default.AgentReply, CancellationToken.None);
            }
        }
    }

    private static async Task PretendAsync(TcpListener listener, AgentIdentity identity)
    {
        using var socket = await listener.AcceptSocketAsync();
        await using var link = new LineStream(await AgentTls.AcceptAsync(socket, identity, CancellationToken.None));
        await link.ReceiveAsync(AgentJsonContext.Default.AgentRequest, CancellationToken.None);
        await link.SendAsync(new AgentReply { Nonce = EnrolmentProof.CreateNonce() }, AgentJsonContext.Default.AgentReply, CancellationToken.None);
        var prove = await link.ReceiveAsync(AgentJsonContext.Default.AgentRequest, CancellationToken.None);

        // The best that it can say: what it was told.
        await link.SendAsync(new AgentReply { Proof = prove!.Proof }, AgentJsonContext.Default.AgentReply, CancellationToken.None);
    }
}
