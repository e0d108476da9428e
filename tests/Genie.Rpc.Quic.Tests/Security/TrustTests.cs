using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Genie.Testing;

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
        await AssertDistrustedAsync(peers, peers.ConnectOptions() with { Trust = wrong });
    }

    [SkippableFact]
    public async Task A_strangers_certificate_and_a_wrong_name_are_refused()
    {
        await using var peers = await Peers.StartAsync(Functions);
        await AssertDistrustedAsync(peers, peers.ConnectOptions() with { Trust = QuicRpcTrust.System });
        await AssertDistrustedAsync(peers, peers.ConnectOptions() with { TargetHost = "elsewhere.example" });
    }

    [SkippableFact]
    public async Task Clients_with_the_certificate_that_is_asked_for_may_call_and_others_may_not()
    {
        await using var peers = await Peers.StartAsync(Functions);
        await using var server = await QuicRpcServer.StartAsync(
            peers.ServerSide, peers.ListenOptions() with { ClientTrust = peers.Authority() }, connection => new Session(connection.RemoteCertificate!.Subject), peers.Stop);
        var refused = 0;
        server.HandshakeFailed += static _ => throw new NotSupportedException("A callback that throws ends nothing.");
        server.HandshakeFailed += _ => Interlocked.Increment(ref refused);
        var options = peers.ConnectOptions() with { EndPoint = server.LocalEndPoint };
        await using var known = await ConnectAsync(peers, options with { Certificate = peers.ClientCertificate() });
        Assert.Equal("CN=client", await known.Caller.InvokeAsync<string>(0x0101, peers.Stop));

        using var others = TestCertificates.Create();
        using var stranger = X509Certificate2.CreateFromPemFile(others.ClientCertificateFile, others.ClientKeyFile);
        await AssertRefusedAsync(peers, options);
        await AssertRefusedAsync(peers, options with { Certificate = stranger });
        // For servers only.
        await AssertRefusedAsync(peers, options with { Certificate = peers.ServerCertificate() });
        await Until.TrueAsync(() => Volatile.Read(ref refused) >= 3);
        Assert.Equal("CN=client", await known.Caller.InvokeAsync<string>(0x0101, peers.Stop));
    }

    [SkippableFact]
    public async Task A_clients_key_can_be_pinned()
    {
        await using var peers = await Peers.StartAsync(Functions);
        await using var server = await QuicRpcServer.StartAsync(
            peers.ServerSide, peers.ListenOptions() with { ClientTrust = new QuicRpcTrust { PinnedKeys = [QuicRpcTrust.PinOf(peers.ClientCertificate())] } },
            _ => new Session("pinned"), peers.Stop);
        var options = peers.ConnectOptions() with { EndPoint = server.LocalEndPoint };
        await using var known = await ConnectAsync(peers, options with { Certificate = peers.ClientCertificate() });

        Assert.Equal("pinned", await known.Caller.InvokeAsync<string>(0x0101, peers.Stop));
        await AssertRefusedAsync(peers, options with { Certificate = peers.ServerCertificate() });
    }

    // TLS 1.3: the client may have connected by its own lights before it is refused; no call succeeds.
    private static async Task AssertRefusedAsync(Peers peers, QuicRpcConnectOptions options)
    {
        var error = await Record.ExceptionAsync(async () =>
        {
            await using var unknown = await ConnectAsync(peers, options);
            await unknown.Caller.InvokeAsync<int>(0x0100, peers.Stop);
        });
        Assert.True(error is QuicRpcException { Code: QuicRpcErrorCode.Unauthenticated or QuicRpcErrorCode.Unavailable }, error?.ToString() ?? "it was let in");
    }

    private static async Task AssertDistrustedAsync(Peers peers, QuicRpcConnectOptions options)
    {
        var error = await Assert.ThrowsAsync<QuicRpcException>(async () => await ConnectAsync(peers, options));
        Assert.Equal((QuicRpcErrorCode.Unauthenticated, false), (error.Code, error.IsTransient));
        Assert.IsType<AuthenticationException>(error.InnerException);
    }

    private static void Functions(QuicRpcService<Session> service)
    {
        service.RegisterFunction<int>(0x0100, _ => ValueTask.FromResult(1));
        service.RegisterFunction<string>(0x0101, context => ValueTask.FromResult(context.ConnectionContext.Name));
    }

    private static ValueTask<QuicRpcConnection> ConnectAsync(Peers peers, QuicRpcConnectOptions options) =>
        QuicRpcConnection.ConnectAsync(options, peers.ClientSide, new Session("client"), peers.Stop);
}
