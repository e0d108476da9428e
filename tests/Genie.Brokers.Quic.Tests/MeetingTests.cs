using System.Net;
using System.Net.Sockets;
using Genie.Rpc.Quic;

namespace Genie.Brokers.Quic.Tests;

/// <summary>Clients and listeners that come and go.</summary>
public sealed class MeetingTests(QuicFiles files) : IClassFixture<QuicFiles>
{
    private const int Messages = 20;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [SkippableFact]
    public async Task What_was_sent_before_the_listener_was_bound_reaches_it()
    {
        await using var broker = new QuicBroker(files.Pinned());
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

    [SkippableFact]
    public async Task A_port_of_another_program_gives_a_clear_error()
    {
        var options = files.Pinned();
        using var other = new UdpClient(new IPEndPoint(IPAddress.Loopback, options.Url.Port));
        await RefusePortAsync(options);
    }

    [SkippableFact]
    public async Task A_port_of_another_QUIC_listener_gives_a_clear_error()
    {
        var options = files.Pinned();
        using var certificate = System.Security.Cryptography.X509Certificates.X509Certificate2.CreateFromPemFile(options.TlsCertificateFile, options.TlsKeyFile);
        await using var other = await QuicRpcServer.StartAsync(
            new QuicRpcService<int>(), new QuicRpcListenOptions { Certificate = certificate, EndPoint = new IPEndPoint(IPAddress.Loopback, options.Url.Port) }, _ => 0);
        await RefusePortAsync(options);
    }

    [SkippableFact]
    public async Task A_listener_that_comes_back_is_found_again()
    {
        await using var broker = new QuicBroker(files.Pinned());
        var first = await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
        await first.DisposeAsync();
        await using var second = await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);

        // A request that was on its way when the first listener closed ends with an error; the link is restored all the same.
        using var timeout = new CancellationTokenSource(Limit);
        while (!await IsAnsweredAsync(connection, timeout.Token)) await Task.Delay(10, timeout.Token);
    }

    [SkippableFact]
    public async Task Where_nobody_listens_on_the_channel_a_request_says_so()
    {
        await using var broker = new QuicBroker(files.Pinned());
        await using var listener = await broker.ListenAsync("here", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);
        await using var connection = await broker.ConnectAsync("elsewhere", new ConnectionOptions(), default);
        await Assert.ThrowsAsync<UnroutableException>(async () => await connection.RequestAsync(new byte[1], default));
    }

    private static async Task RefusePortAsync(QuicOptions options)
    {
        await using var broker = new QuicBroker(options);
        var error = await Assert.ThrowsAsync<CannotBindException>(async () => await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default));
        Assert.Contains($"{options.Url.Port}", error.Message, StringComparison.Ordinal);
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
