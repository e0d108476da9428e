using System.Net;
using System.Net.Quic;
using System.Net.Security;

namespace Genie.Rpc.Quic.Tests;

/// <summary>A connection whose both ends are the test's own, for other things than calls too. What is called on it is the peers' services.</summary>
internal sealed class SharedConnection : IAsyncDisposable
{
    private readonly QuicListener _listener;
    private readonly QuicRpcConnection _connected;

    private SharedConnection(QuicListener listener, QuicRpcConnection connected, QuicConnection accepted) => (_listener, _connected, ServerEnd) = (listener, connected, accepted);

    public QuicConnection ServerEnd { get; }

    public QuicConnection ClientEnd => _connected.Current;

    public static async Task<SharedConnection> StartAsync(Peers peers)
    {
        var protocol = new SslApplicationProtocol("own");
        var listener = await QuicListener.ListenAsync(
            new QuicListenerOptions
            {
                ListenEndPoint = new(IPAddress.Loopback, 0),
                ApplicationProtocols = [protocol],
                ConnectionOptionsCallback = (_, _, _) => ValueTask.FromResult(new QuicServerConnectionOptions
                {
                    DefaultCloseErrorCode = 0,
                    DefaultStreamErrorCode = 0,
                    HandshakeTimeout = Peers.Long,
                    IdleTimeout = Peers.Long,
                    ServerAuthenticationOptions = new() { ApplicationProtocols = [protocol], ServerCertificate = peers.ServerCertificate() },
                }),
            },
            peers.Stop);
        var connecting = QuicRpcConnection.ConnectAsync(
            peers.ConnectOptions() with { EndPoint = listener.LocalEndPoint, ApplicationProtocol = "own" }, peers.ClientSide, new Session("client"), peers.Stop);
        var accepted = await listener.AcceptConnectionAsync(peers.Stop);
        return new SharedConnection(listener, await connecting, accepted);
    }

    public async ValueTask DisposeAsync()
    {
        await _connected.DisposeAsync();
        await ServerEnd.DisposeAsync();
        await _listener.DisposeAsync();
    }
}
