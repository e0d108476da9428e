using Genie.Brokers.ZeroMQ.Wire;
using Genie.Servers;

namespace Genie.Brokers.ZeroMQ.Tests;

public sealed class PlainTests
{
    [Fact]
    public async Task A_wrong_password_is_one_clear_error()
    {
        var port = Ports.PickFree();
        await using var broker = At("ann:secret@");
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);
        await using var stranger = At("ann:guess@");
        var error = await Assert.ThrowsAsync<BrokerAuthenticationException>(async () => await stranger.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.False(error.IsTransient);
        await using var anonymous = At("");
        await Assert.ThrowsAsync<BrokerAuthenticationException>(async () => await anonymous.ConnectAsync("c", new ConnectionOptions(), default));

        ZeroMQWireBroker At(string credentials) => new(new ZeroMQOptions { Url = new Uri($"tcp://{credentials}127.0.0.1:{port}") });
    }

    [Fact]
    public async Task A_port_of_another_program_gives_a_clear_error()
    {
        using var other = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        other.Start();
        var port = ((System.Net.IPEndPoint)other.LocalEndpoint).Port;
        await using var broker = new ZeroMQWireBroker(new ZeroMQOptions { Url = new Uri($"tcp://127.0.0.1:{port}") });
        var error = await Assert.ThrowsAsync<CannotBindException>(async () => await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default));
        Assert.Contains($"{port}", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_listener_that_comes_back_is_found_again()
    {
        var options = Brokerless.FreePort();
        await using var broker = new ZeroMQWireBroker(options);
        var first = await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
        await first.DisposeAsync();
        await using var second = await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);

        // A request that was on its way when the first listener closed ends with an error; the link is restored all the same.
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        while (!await IsAnsweredAsync(connection, timeout.Token)) await Task.Delay(10, timeout.Token);
    }

    private static async Task<bool> IsAnsweredAsync(IBrokerConnection connection, CancellationToken cancellationToken)
    {
        try
        {
            (await connection.RequestAsync(new byte[1], cancellationToken)).Dispose();
            return true;
        }
        catch (BrokerException error) when (error.IsTransient)
        {
            return false;
        }
    }
}
