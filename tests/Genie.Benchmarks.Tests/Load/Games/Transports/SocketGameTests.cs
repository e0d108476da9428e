using Genie.Benchmarks.Load.Games;
using Genie.Benchmarks.Load.Games.Transports;

namespace Genie.Benchmarks.Tests.Load.Games.Transports;

/// <summary>Games over sockets, with whatever carries them.</summary>
public sealed class SocketGameTests
{
    [Theory]
    [InlineData("udp", "fps", 13, false)]
    [InlineData("udp", "moba", 13, true)]
    [InlineData("tcp", "moba", 13, false)]
    [InlineData("litenetlib", "fps", 13, false)]
    [InlineData("litenetlib", "moba", 25, false)]
    [InlineData("orleans", "fps", 13, false)]
    [InlineData("orleans", "moba", 25, false)]
    public async Task Every_event_is_seen_once_and_in_order(string transport, string workload, int clients, bool isEncrypted)
    {
        var result = await PlayAsync(transport, GameWorkload.All.Single(each => each.Name == workload), clients, isEncrypted);

        Assert.True(result.Held, result.ToString());
        Assert.Equal((transport, workload, isEncrypted), (result.Transport, result.Workload, result.Encrypted));
        Assert.InRange(result.Events, 1, long.MaxValue);
        Assert.InRange(result.UpdatesSeen, 1, result.Updates);
        Assert.InRange(result.MessagesSent, result.Events / 9, long.MaxValue);
    }

    [Theory]
    [InlineData("litenetlib")]
    [InlineData("orleans")]
    public async Task Many_events_at_once_keep_their_order(string transport)
    {
        // Five hundred a second of each client, ten in each tick: many of each are under way at once.
        var burst = GameWorkload.Fps.AtRate(50) with { OrderedEventsPerSecond = 500, UnorderedEventsPerSecond = 100 };
        var result = await PlayAsync(transport, burst, clients: 4, isEncrypted: false);

        Assert.True(result.Held, result.ToString());
        Assert.InRange(result.Events, 1_000, long.MaxValue);
    }

    [Fact]
    public void More_sockets_than_files_may_be_open_are_refused()
    {
        OpenFiles.Check(sockets: 750, "Each client needs one", max: 1_000);
        OpenFiles.Check(sockets: 20_000, "Each client needs two", max: null);

        var error = Assert.Throws<IOException>(() => OpenFiles.Check(sockets: 751, "Each client needs one", max: 1_000));
        Assert.Contains("ulimit -n", error.Message, StringComparison.Ordinal);
    }

    private static Task<GameResult> PlayAsync(string transport, GameWorkload workload, int clients, bool isEncrypted) => new SocketGame(new GamePlan
    {
        Workload = workload,
        Clients = clients,
        Duration = TimeSpan.FromSeconds(1),
        Transport = Enum.Parse<GameTransport>(transport, ignoreCase: true),
        Encrypted = isEncrypted,
        Seed = 3,
    }).RunAsync(CancellationToken.None);
}
