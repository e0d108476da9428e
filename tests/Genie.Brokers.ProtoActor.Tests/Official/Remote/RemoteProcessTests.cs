using Genie.Brokers.ProtoActor.Official.Remote;
using Genie.Testing.Listening;
using Xunit.Abstractions;

namespace Genie.Brokers.ProtoActor.Tests.Official.Remote;

/// <summary>Between two processes.</summary>
public sealed class RemoteProcessTests(ITestOutputHelper output)
{
    [Fact]
    public async Task A_killed_process_ends_what_is_pending_and_its_successor_is_found()
    {
        var options = Brokerless.FreePort();
        await using var first = await Others.ListenAsync("remote", options.Url, "c");
        await using var broker = new RemoteDriver().Create(options);
        await using var crowd = await Crowd.StartAsync(broker, "c", 8);
        await crowd.AnsweredByAsync(first.Id);
        await first.KillAsync();
        await using var second = await Others.ListenAsync("remote", options.Url, "c");
        await crowd.AnsweredByAsync(second.Id);
        await crowd.StopAsync();
        output.WriteLine($"{crowd.Answered} answered, {crowd.Failed} ended with an error");
        Assert.True(crowd.Failed > 0);
    }

    [Fact]
    public async Task Where_nobody_listens_a_request_ends_with_an_error_at_once()
    {
        await using var broker = new RemoteDriver().Create(Brokerless.FreePort());
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        var error = await Assert.ThrowsAsync<LinkLostException>(async () => await connection.RequestAsync(new byte[1], default));
        Assert.True(error.IsTransient);
    }

    [Fact]
    public async Task A_port_of_another_program_gives_a_clear_error()
    {
        using var other = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        other.Start();
        var port = ((System.Net.IPEndPoint)other.LocalEndpoint).Port;
        await using var broker = new RemoteDriver().Create(new ProtoActorOptions { Url = new Uri($"protoactor://127.0.0.1:{port}") });
        var error = await Assert.ThrowsAsync<CannotBindException>(async () => await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default));
        Assert.Contains($"{port}", error.Message, StringComparison.Ordinal);
    }
}
