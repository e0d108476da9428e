using System.Net;
using System.Net.Quic;
using System.Security.Cryptography.X509Certificates;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Rpc.Quic.Tests;

/// <summary>What the tests' functions know about a connection.</summary>
public sealed record Session(string Name);

/// <summary>A server and a connection to it, on the loopback address.</summary>
internal sealed class Peers : IAsyncDisposable
{
    /// <summary>A time that a busy machine keeps.</summary>
    public static readonly TimeSpan Long = TimeSpan.FromSeconds(60);

    private readonly CancellationTokenSource _limit = new(TimeSpan.FromSeconds(120));

    private Peers(TestCertificates certificates) => Certificates = certificates;

    public TestCertificates Certificates { get; }

    public QuicRpcService<Session> ServerSide { get; private init; } = null!;

    public QuicRpcService<Session> ClientSide { get; private init; } = null!;

    public QuicRpcServer<Session> Server { get; private set; } = null!;

    public QuicRpcConnection Connection { get; private set; } = null!;

    public QuicRpcCaller Caller => Connection.Caller;

    /// <summary>Ends a test that hangs.</summary>
    public CancellationToken Stop => _limit.Token;

    public static async Task<Peers> StartAsync(
        Action<QuicRpcService<Session>>? functions = null, QuicRpcOptions? serverOptions = null, QuicRpcOptions? clientOptions = null, QuicRpcSerializer? serializer = null,
        Action<QuicRpcService<Session>>? clientFunctions = null, Func<QuicRpcListenOptions, QuicRpcListenOptions>? listen = null, IServiceProvider? services = null)
    {
        Skip.IfNot(QuicSupport.IsSupported, QuicSupport.HowToInstall);
        var peers = new Peers(TestCertificates.Create())
        {
            ServerSide = new QuicRpcService<Session>(serializer, serverOptions, services),
            ClientSide = new QuicRpcService<Session>(serializer, clientOptions),
        };
        functions?.Invoke(peers.ServerSide);
        clientFunctions?.Invoke(peers.ClientSide);
        var options = peers.ListenOptions();
        peers.Server = await QuicRpcServer.StartAsync(peers.ServerSide, listen?.Invoke(options) ?? options, _ => new Session("server"), peers.Stop);
        peers.Connection = await QuicRpcConnection.ConnectAsync(peers.ConnectOptions(), peers.ClientSide, new Session("client"), peers.Stop);
        return peers;
    }

    public X509Certificate2 ServerCertificate() => X509Certificate2.CreateFromPemFile(Certificates.ServerCertificateFile, Certificates.ServerKeyFile);

    public X509Certificate2 ClientCertificate() => X509Certificate2.CreateFromPemFile(Certificates.ClientCertificateFile, Certificates.ClientKeyFile);

    public QuicRpcTrust Authority() => new() { Authorities = [X509CertificateLoader.LoadCertificateFromFile(Certificates.CaFile)] };

    /// <summary>
    /// With times that a busy machine keeps, at a port that nobody else is given: MsQuic's listeners share ports, so that a server which starts again at one that the
    /// system has given to another test meanwhile takes some of that one's connections, silently.
    /// </summary>
    public QuicRpcListenOptions ListenOptions() => new() { Certificate = ServerCertificate(), EndPoint = new IPEndPoint(IPAddress.Loopback, Ports.PickFree()), HandshakeTimeout = Long, IdleTimeout = Long };

    /// <summary>With times that a busy machine keeps.</summary>
    public QuicRpcConnectOptions ConnectOptions() => new() { EndPoint = Server.LocalEndPoint, Trust = Authority(), ConnectTimeout = Long, IdleTimeout = Long };

    public ValueTask<QuicStream> OpenStreamAsync() => Connection.Current.OpenOutboundStreamAsync(QuicStreamType.Bidirectional, Stop);

    /// <summary>Ends the server and starts another one at its address.</summary>
    public async Task RestartServerAsync()
    {
        var address = Server.LocalEndPoint;
        await Server.DisposeAsync();
        Server = await QuicRpcServer.StartAsync(
            ServerSide, ListenOptions() with { EndPoint = address }, _ => new Session("server"), Stop);
    }

    public async ValueTask DisposeAsync()
    {
        await Connection.DisposeAsync();
        await Server.DisposeAsync();
        _limit.Dispose();
        Certificates.Dispose();
    }
}
