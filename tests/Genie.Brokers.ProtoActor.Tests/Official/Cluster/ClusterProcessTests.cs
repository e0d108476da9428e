using Genie.Brokers.ProtoActor.Official.Cluster;
using Genie.Testing;
using Genie.Testing.Listening;
using Xunit.Abstractions;

namespace Genie.Brokers.ProtoActor.Tests.Official.Cluster;

/// <summary>A cluster of two processes, seen from a third.</summary>
public sealed class ClusterProcessTests(ITestOutputHelper output)
{
    // Enough that every one of a channel's grains is used.
    private const int Connections = 32;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Members_share_the_grains_and_the_survivor_takes_those_of_one_that_was_killed(bool killTheSeed)
    {
        var options = Brokerless.FreePort();
        await using var seed = await Others.ListenAsync("cluster", options.Url, "c");
        await using var member = await Others.ListenAsync("cluster", options.Url, "c");
        await using var broker = new ClusterDriver().Create(options);
        await using var crowd = await Crowd.StartAsync(broker, "c", Connections);
        await crowd.AnsweredByAsync(seed.Id, member.Id);
        var (killed, survivor) = killTheSeed ? (seed, member) : (member, seed);
        await killed.KillAsync();
        await crowd.AnsweredByAsync(survivor.Id);
        await crowd.StopAsync();
        output.WriteLine($"{crowd.Answered} answered, {crowd.Failed} ended with an error");
        Assert.True(crowd.Failed > 0);
    }

    /// <summary>The others take it for dead, and never again for the member that it was.</summary>
    [SkippableTheory]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "50")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_member_that_was_halted_and_shut_out_joins_anew_and_answers(bool haltTheSeed)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "processes are halted by a signal");
        var options = Brokerless.FreePort();
        await using var seed = await Others.ListenAsync("cluster", options.Url, "c");
        await using var member = await Others.ListenAsync("cluster", options.Url, "c");
        await using var broker = new ClusterDriver().Create(options);
        await using var crowd = await Crowd.StartAsync(broker, "c", Connections);
        await crowd.AnsweredByAsync(seed.Id, member.Id);
        var (halted, survivor) = haltTheSeed ? (seed, member) : (member, seed);
        await using (await HaltedProcess.HaltAsync(halted.Id)) await crowd.AnsweredByAsync(survivor.Id);
        await survivor.KillAsync();
        await crowd.AnsweredByAsync(halted.Id);
        await crowd.StopAsync();
    }

    [Fact]
    public async Task After_the_seed_nodes_death_another_member_takes_its_address_so_that_newcomers_find_the_cluster()
    {
        var options = Brokerless.FreePort();
        await using var seed = await Others.ListenAsync("cluster", options.Url, "c");
        await using var member = await Others.ListenAsync("cluster", options.Url, "c");
        await seed.KillAsync();
        await using var broker = new ClusterDriver().Create(options);
        await using var crowd = await Crowd.StartAsync(broker, "c", Connections);
        await crowd.AnsweredByAsync(member.Id);
        await crowd.StopAsync();
    }

    [Fact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "30")]
    public async Task A_seed_node_that_was_started_anew_and_the_members_that_are_left_are_one_cluster()
    {
        var options = Brokerless.FreePort();
        await using var seed = await Others.ListenAsync("cluster", options.Url, "c");
        await using var member = await Others.ListenAsync("cluster", options.Url, "c");
        await seed.KillAsync();
        await using var second = await Others.ListenAsync("cluster", options.Url, "c");

        // Grains stay where they are first activated, so nobody may ask for one before the other processes, whose clocks nobody moves, know each other.
        await Task.Delay(4 * options.MemberExpiration);
        await using var broker = new ClusterDriver().Create(options);
        await using var crowd = await Crowd.StartAsync(broker, "c", Connections);
        await crowd.AnsweredByAsync(second.Id, member.Id);
        await crowd.StopAsync();
    }

    [Fact]
    public async Task Where_no_cluster_is_a_request_ends_with_a_clear_error()
    {
        var options = Brokerless.FreePort();
        await using var broker = new ClusterDriver().Create(options);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        var error = await Assert.ThrowsAsync<BrokerUnreachableException>(async () => await connection.RequestAsync(new byte[1], default));
        Assert.Equal(options.Url.Port, error.Port);
    }
}
