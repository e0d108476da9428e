using System.Security.Authentication;

namespace Genie.Rpc.Quic.Tests.Security;

public sealed class TrustTests
{
    [SkippableFact]
    public async Task A_pinned_key_is_believed_and_another_is_not()
    {
        await using var peers = await Peers.StartAsync(Functions);
        var right = new QuicRpcTrust { PinnedKeys = [QuicRpcTrust.PinOf(peers.ClientCertificate()), QuicRpcTrust.PinOf(peers.ServerCertificate())] };
        await using var connection = await ConnectAsync(peers, peers.ConnectOptions() with { Trust = right });
        Assert.Equal(1, await connection.Caller.InvokeAsync<int>(0x0100, peers.Stop));

        var wrong = new QuicRpcTrust { PinnedKeys = [QuicRpcTrust.PinOf(peers.ClientCertificate())] };
        await Assert.ThrowsAsync<AuthenticationException>(async () => await ConnectAsync(peers, peers.ConnectOptions() with { Trust = wrong }));
    }

    [SkippableFact]
    public async Task A_strangers_certificate_and_a_wrong_name_are_refused()
    {
        await using var peers = await Peers.StartAsync(Functions);
        await Assert.ThrowsAsync<AuthenticationException>(async () => await ConnectAsync(peers, peers.ConnectOptions() with { Trust = QuicRpcTrust.System }));
        await Assert.ThrowsAsync<AuthenticationException>(async () => await ConnectAsync(peers, peers.ConnectOptions() with { TargetHost = "elsewhere.example" }));
    }

    [SkippableFact]
    public async Task A_client_without_the_certificate_that_is_asked_for_is_refused()
    {
        await using var peers = await Peers.StartAsync(Functions);
        await using var server = await QuicRpcServer.StartAsync(
            peers.ServerSide, new QuicRpcListenOptions { Certificate = peers.ServerCertificate(), ClientTrust = peers.Authority() },
            connection => new Session(connection.RemoteCertificate!.Subject), peers.Stop);
        var options = peers.ConnectOptions() with { EndPoint = server.LocalEndPoint };
        await using var known = await ConnectAsync(peers, options with { Certificate = peers.ClientCertificate() });
        Assert.Equal(1, await known.Caller.InvokeAsync<int>(0x0100, peers.Stop));
        Assert.Equal("CN=client", await known.Caller.InvokeAsync<string>(0x0101, peers.Stop));

        // TLS 1.3: the client may have connected by its own lights before it is refused; no call succeeds.
        await Assert.ThrowsAnyAsync<Exception>(async () =>
        {
            await using var unknown = await ConnectAsync(peers, options with { ConnectTimeout = TimeSpan.FromSeconds(3) });
            await unknown.Caller.With(new QuicRpcCallOptions(TimeSpan.FromSeconds(3))).InvokeAsync<int>(0x0100, peers.Stop);
        });
    }

    private static void Functions(QuicRpcService<Session> service)
    {
        service.RegisterFunction<int>(0x0100, _ => ValueTask.FromResult(1));
        service.RegisterFunction<string>(0x0101, context => ValueTask.FromResult(context.ConnectionContext.Name));
    }

    private static ValueTask<QuicRpcConnection> ConnectAsync(Peers peers, QuicRpcConnectOptions options) =>
        QuicRpcConnection.ConnectAsync(options, peers.ClientSide, new Session("client"), peers.Stop);
}
