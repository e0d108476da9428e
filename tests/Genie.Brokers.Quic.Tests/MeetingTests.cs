using System.Net;
using System.Security.Cryptography.X509Certificates;
using Genie.Rpc.Quic;
using Genie.Testing;

namespace Genie.Brokers.Quic.Tests;

/// <summary>Clients and listeners that come and go.</summary>
public sealed class MeetingTests(QuicFiles files) : PeerMeetingTests, IClassFixture<QuicFiles>
{
    protected override IBroker Create(int port) => new QuicBroker(files.Pinned() with { Url = new Uri($"quic://127.0.0.1:{port}") });

    [SkippableFact]
    public async Task A_port_of_another_QUIC_listener_gives_a_clear_error()
    {
        var options = files.Pinned();
        using var certificate = X509Certificate2.CreateFromPemFile(options.TlsCertificateFile, options.TlsKeyFile);
        await using var other = await QuicRpcServer.StartAsync(
            new QuicRpcService<int>(), new QuicRpcListenOptions { Certificate = certificate, EndPoint = new IPEndPoint(IPAddress.Loopback, options.Url.Port) }, _ => 0);
        await RefusePortAsync(options.Url.Port);
    }
}
