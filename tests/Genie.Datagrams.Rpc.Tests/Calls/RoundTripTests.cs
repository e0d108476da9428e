using Genie.Datagrams.Rpc.Tests.Samples;

namespace Genie.Datagrams.Rpc.Tests.Calls;

public sealed class RoundTripTests
{
    private readonly FakePair _pair = new();

    [Fact]
    public async Task Every_kind_of_method_arrives_with_its_arguments_and_answers_with_its_result()
    {
        var calls = _pair.Calls;
        calls.Move(new Position(1.5f, -3));
        calls.Look(7, 0.25f);
        calls.Tell("hëllo", Medal.Gold);
        calls.Jump();
        await calls.Count(5);
        Assert.Equal(["move 1.5 -3", "look 7 0.25", "tell hëllo Gold", "jump"], _pair.Arena.Calls);
        Assert.Equal([5], _pair.Arena.Numbers);
        Assert.Equal(84, await calls.Shoot(new Shot(42, new Position(0, 0), "bow")));
        Assert.Equal("10 20 30", string.Join(' ', await calls.Scores([1, 2, 3])));
        Assert.Equal("text", await calls.Echo("text", default));
        Assert.Null(await calls.Echo(null, default));
        var id = Guid.NewGuid();
        Assert.Equal(id, await calls.Session(id, Medal.Gold));
        Assert.True(await calls.Check(new Version(2, 0)));
        Assert.Equal(new Shot(5, new Position(1, 2), null), await calls.Last());
    }

    [Fact]
    public async Task A_server_calls_its_client_by_the_same_connection()
    {
        var events = new PlayerEventsClient(_pair.Accepted);
        events.Hit(3, 9);
        Assert.Equal([(3, (byte)9)], _pair.Events.Hits);
        Assert.Equal(4, await events.Ask("why?", default));
    }

    [Fact]
    public async Task A_service_may_call_back_before_it_answers()
    {
        var events = new PlayerEventsClient(_pair.Accepted);
        _pair.Arena.OnEcho = async (text, cancellationToken) => $"{text} {await events.Ask("how long", cancellationToken)}";
        Assert.Equal("it is 8", await _pair.Calls.Echo("it is", default));
    }

    [Fact]
    public async Task Answers_come_in_the_order_in_which_they_are_ready()
    {
        var ready = new Dictionary<int, TaskCompletionSource<long>>();
        _pair.Arena.OnShoot = (shot, _) => new ValueTask<long>((ready[shot.Target] = new()).Task);
        var tasks = Enumerable.Range(0, 200).Select(i => _pair.Calls.Shoot(new Shot(i, default, null)).AsTask()).ToArray();
        Assert.Equal(200, _pair.Connection.GetStatistics().CallsInFlight);
        Assert.Equal(200, _pair.Accepted.GetStatistics().ServedCalls);
        for (var i = 199; i >= 0; i--) ready[i].SetResult(i);
        Assert.Equal(Enumerable.Range(0, 200).Select(i => (long)i), await Task.WhenAll(tasks).WaitAsync(TimeSpan.FromMinutes(1)));
        Assert.Equal(0, _pair.Connection.GetStatistics().CallsInFlight);
        Assert.Equal(0, _pair.Accepted.GetStatistics().ServedCalls);
    }

    [Fact]
    public void A_client_of_a_service_that_its_peer_does_not_declare_is_refused()
    {
        var error = Assert.Throws<InvalidOperationException>(() => new LobbyClient(_pair.Connection));
        Assert.Contains("LobbyContract.Instance", error.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentOutOfRangeException>(() => new ArenaClient(_pair.Connection, TimeSpan.Zero));
    }

    [Fact]
    public void What_a_peer_serves_is_settled_when_it_is_used_and_each_number_once()
    {
        Assert.Throws<InvalidOperationException>(() => _pair.Server.Serve(PlayerEventsContract.Instance, _pair.Events));
        Assert.Throws<InvalidOperationException>(() => _pair.Client.Calls(LobbyContract.Instance));
        var peer = new RpcPeer().Calls(PlayerEventsContract.Instance);
        Assert.Throws<ArgumentException>(() => peer.Calls(new OtherForm<IPlayerEvents>(PlayerEventsContract.Instance)));
    }

    [Fact]
    public void Settings_that_cannot_be_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new RpcPeer(new RpcOptions { MaxCallsInFlight = 65_537 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new RpcPeer(new RpcOptions { MaxServedCalls = 0 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new RpcPeer(new RpcOptions { MaxPayloadBytes = 0 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new RpcPeer(new RpcOptions { CallTimeout = TimeSpan.FromSeconds(-2) }));
    }
}
