using Genie.Brokers.Orleans.Official;
using Genie.Testing.Listening;
using Xunit.Abstractions;

namespace Genie.Brokers.Orleans.Tests;

/// <summary>Silos in processes of their own, seen from a third.</summary>
public sealed class ClusterProcessTests(ITestOutputHelper output)
{
    // Enough that every one of a channel's grains is used.
    private const int Connections = 32;

    [Fact]
    public async Task A_killed_silo_ends_what_is_pending_and_its_successor_is_found()
    {
        var options = Clusters.Create();
        await using var first = await options.ListenAsync("c");
        await using var broker = new OrleansDriver().Create(options);
        await using var crowd = await Crowd.StartAsync(broker, "c", 8);
        await crowd.AnsweredByAsync(first.Id);
        await first.KillAsync();
        await using var second = await options.ListenAsync("c");
        await crowd.AnsweredByAsync(second.Id);
        await crowd.StopAsync();
        output.WriteLine($"{crowd.Answered} answered, {crowd.Failed} ended with an error");
        Assert.True(crowd.Failed > 0);
    }

    [Fact]
    public async Task Silos_share_the_grains()
    {
        var options = Clusters.Create();
        await using var first = await options.ListenAsync("c");
        await using var second = await options.ListenAsync("c");
        await using var broker = new OrleansDriver().Create(options);
        await using var crowd = await Crowd.StartAsync(broker, "c", Connections);
        await crowd.AnsweredByAsync(first.Id, second.Id);
        await crowd.StopAsync();
        Assert.Equal(0, crowd.Failed);
    }

    [Fact]
    public async Task A_port_of_another_program_gives_a_clear_error()
    {
        using var other = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        other.Start();
        var port = ((System.Net.IPEndPoint)other.LocalEndpoint).Port;
        await using var broker = new OrleansDriver().Create(new OrleansOptions { Url = new Uri($"orleans://127.0.0.1:{port}"), ConnectTimeout = TimeSpan.FromSeconds(3) });
        var error = await Assert.ThrowsAsync<CannotBindException>(async () => await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default));
        Assert.Contains($"{port}", error.Message, StringComparison.Ordinal);
    }
}
