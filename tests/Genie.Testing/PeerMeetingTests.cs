using System.Net;
using System.Net.Sockets;
using Genie.Brokers;
using Genie.Servers;
using Xunit;

namespace Genie.Testing;

/// <summary>Clients and listeners that come and go where they meet without a server, on a port of UDP.</summary>
public abstract class PeerMeetingTests
{
    private const int Messages = 20;

    /// <summary>Keeps a broken test from hanging.</summary>
    protected static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    /// <summary>Ignores every message.</summary>
    protected static readonly MessageHandler Ignore = (_, _, _) => ValueTask.CompletedTask;

    /// <summary>A broker whose listeners are bound to a port. Skips where there is none.</summary>
    protected abstract IBroker Create(int port);

    [SkippableFact]
    public async Task What_was_sent_before_the_listener_was_bound_reaches_it()
    {
        await using var broker = Create(Ports.PickFree());
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        var sends = Enumerable.Range(0, Messages).Select(number => connection.SendAsync(new[] { (byte)number }, default).AsTask()).ToArray();
        var received = 0;
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), (_, _, _) =>
        {
            Interlocked.Increment(ref received);
            return ValueTask.CompletedTask;
        }, default);
        await Task.WhenAll(sends).WaitAsync(Limit);
        await connection.FlushAsync(default).AsTask().WaitAsync(Limit);
        await Until.TrueAsync(() => Volatile.Read(ref received) >= Messages);
    }

    [SkippableFact]
    public async Task A_port_of_another_program_gives_a_clear_error()
    {
        using var other = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));
        await RefusePortAsync(((IPEndPoint)other.Client.LocalEndPoint!).Port);
    }

    [SkippableFact]
    public async Task A_listener_that_comes_back_is_found_again()
    {
        await using var broker = Create(Ports.PickFree());
        var first = await broker.ListenAsync("c", new ListenOptions(), Ignore, default);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
        await first.DisposeAsync();
        await using var second = await broker.ListenAsync("c", new ListenOptions(), Ignore, default);

        // A request that was on its way when the first listener closed ends with an error; the link is restored all the same.
        using var timeout = new CancellationTokenSource(Limit);
        while (!await IsAnsweredAsync(connection, timeout.Token)) await Task.Delay(10, timeout.Token);
    }

    [SkippableFact]
    public async Task Where_nobody_listens_on_the_channel_a_request_says_so()
    {
        await using var broker = Create(Ports.PickFree());
        await using var listener = await broker.ListenAsync("here", new ListenOptions(), Ignore, default);
        await using var connection = await broker.ConnectAsync("elsewhere", new ConnectionOptions(), default);
        await Assert.ThrowsAsync<UnroutableException>(async () => await connection.RequestAsync(new byte[1], default));
    }

    /// <summary>Sees that a port which is taken is refused by its number.</summary>
    protected async Task RefusePortAsync(int port)
    {
        await using var broker = Create(port);
        var error = await Assert.ThrowsAsync<CannotBindException>(async () => await broker.ListenAsync("c", new ListenOptions(), Ignore, default));
        Assert.Contains($"{port}", error.Message, StringComparison.Ordinal);
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
