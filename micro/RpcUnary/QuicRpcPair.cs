using System.Security.Cryptography.X509Certificates;
using Genie.Rpc.Quic;

namespace RpcUnary;

/// <summary>Genie.Rpc.Quic with protobuf messages, which gRPC has too.</summary>
internal sealed class QuicRpcPair : ICallPair
{
    private const ushort Greet = 0x0100;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly QuicRpcServer<string> _server;
    private readonly QuicRpcConnection _connection;
    private readonly QuicRpcCaller _caller;

    private QuicRpcPair(QuicRpcServer<string> server, QuicRpcConnection connection) => (_server, _connection, _caller) = (server, connection, connection.Caller);

    public string Name => "Genie.Rpc.Quic";

    public static async Task<QuicRpcPair> StartAsync(X509Certificate2 certificate)
    {
        var serializer = new ProtobufQuicRpcSerializer(GreetingReflection.Descriptor);
        var service = new QuicRpcService<string>(serializer);
        service.RegisterFunction<Greeted, Greeted>(Greet, static (_, request) => ValueTask.FromResult(Greetings.Answer(request)));
        var server = await QuicRpcServer.StartAsync(service, new QuicRpcListenOptions { Certificate = certificate, HandshakeTimeout = Limit }, _ => "client");
        var options = new QuicRpcConnectOptions { EndPoint = server.LocalEndPoint, Trust = new QuicRpcTrust { PinnedKeys = [QuicRpcTrust.PinOf(certificate)] }, ConnectTimeout = Limit };
        return new QuicRpcPair(server, await QuicRpcConnection.ConnectAsync(options, new QuicRpcService<string>(serializer), "server"));
    }

    public async ValueTask CallAsync(int caller) => Greetings.Check(await _caller.InvokeAsync<Greeted, Greeted>(Greet, Greetings.Request(caller)), caller);

    public async ValueTask DisposeAsync()
    {
        await _connection.DisposeAsync();
        await _server.DisposeAsync();
    }
}
