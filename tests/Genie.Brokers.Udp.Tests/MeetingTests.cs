using System.Net;
using System.Net.Sockets;

namespace Genie.Brokers.Udp.Tests;

/// <summary>Clients and listeners that come and go.</summary>
public sealed class MeetingTests
{
    private const int Messages = 20;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly MessageHandler Ignore = (_, _, _) => ValueTask.CompletedTask;

    public static TheoryData<string> All => Clients.All;

    [Theory]
    [MemberData(nameof(All))]
    public async Task What_was_sent_before_the_listener_was_bound_reaches_it(string client)
    {
        await using var broker = Clients.Create(client, Clients.FreePort());
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
        using var timeout = new CancellationTokenSource(Limit);
        while (Volatile.Read(ref received) < Messages) await Task.Delay(10, timeout.Token);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task A_port_of_another_program_gives_a_clear_error(string client)
    {
        var options = Clients.FreePort();
        using var other = new UdpClient(new IPEndPoint(IPAddress.Loopback, options.Url.Port));
        await using var broker = Clients.Create(client, options);
        var error = await Assert.ThrowsAsync<CannotBindException>(async () => await broker.ListenAsync("c", new ListenOptions(), Ignore, default));
        Assert.Contains($"{options.Url.Port}", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task A_listener_that_comes_back_is_found_again(string client)
    {
        await using var broker = Clients.Create(client, Clients.FreePort());
        var first = await broker.ListenAsync("c", new ListenOptions(), Ignore, default);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
        await first.DisposeAsync();
        await using var second = await broker.ListenAsync("c", new ListenOptions(), Ignore, default);
        using var timeout = new CancellationTokenSource(Limit);
        while (!await IsAnsweredAsync(connection, timeout.Token)) await Task.Delay(10, timeout.Token);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Where_nobody_listens_on_the_channel_a_request_says_so(string client)
    {
        await using var broker = Clients.Create(client, Clients.FreePort());
        await using var listener = await broker.ListenAsync("here", new ListenOptions(), Ignore, default);
        await using var connection = await broker.ConnectAsync("elsewhere", new ConnectionOptions(), default);
        await Assert.ThrowsAsync<UnroutableException>(async () => await connection.RequestAsync(new byte[1], default));
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task The_addresses_of_IPv6_work_as_those_of_IPv4(string client)
    {
        var options = Clients.FreePort();
        await using var broker = Clients.Create(client, options with { Url = new Uri($"udp://[::1]:{options.Url.Port}") });
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), Ignore, default);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
    }

    [Theory]
    [InlineData("http://127.0.0.1:1", 1024 * 1024, "udp.url")]
    [InlineData("udp://ann:secret@127.0.0.1:1", 1024 * 1024, "certificate")]
    [InlineData("udp://127.0.0.1:1", 1024, "receive-window-bytes")]
    public void A_setting_that_cannot_be_used_is_a_clear_error(string url, int windowBytes, string part) =>
        Assert.Contains(part, Assert.Throws<BrokerSettingException>(() => Clients.Create("wire", new UdpOptions { Url = new Uri(url), ReceiveWindowBytes = windowBytes })).Message, StringComparison.Ordinal);

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
