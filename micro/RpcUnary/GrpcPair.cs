using System.Net;
using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace RpcUnary;

/// <summary>Grpc.AspNetCore and Grpc.Net.Client as they come, over HTTP/2 or HTTP/3.</summary>
internal sealed class GrpcPair : ICallPair
{
    private readonly WebApplication _server;
    private readonly GrpcChannel _channel;
    private readonly Greeting.GreetingClient _client;

    private GrpcPair(string name, WebApplication server, GrpcChannel channel) => (Name, _server, _channel, _client) = (name, server, channel, new Greeting.GreetingClient(channel));

    public string Name { get; }

    public static async Task<GrpcPair> StartAsync(X509Certificate2 certificate, HttpProtocols protocol)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddGrpc();
        builder.WebHost.UseQuic();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen =>
        {
            listen.Protocols = protocol;
            listen.UseHttps(https => (https.ServerCertificate, https.SslProtocols) = (certificate, SslProtocols.Tls13));
        }));
        var server = builder.Build();
        server.MapGrpcService<Service>();
        await server.StartAsync();
        var address = server.Services.GetRequiredService<IServer>().Features.GetRequiredFeature<IServerAddressesFeature>().Addresses.Single();
        return new GrpcPair(protocol == HttpProtocols.Http3 ? "gRPC, HTTP/3" : "gRPC, HTTP/2", server, GrpcChannel.ForAddress(address, Options(certificate, protocol)));
    }

    public async ValueTask CallAsync(int caller)
    {
        using var call = _client.GreetAsync(Greetings.Request(caller), deadline: DateTime.UtcNow.AddSeconds(60));
        Greetings.Check(await call.ResponseAsync, caller);
    }

    public async ValueTask DisposeAsync()
    {
        _channel.Dispose();
        await _server.DisposeAsync();
    }

    private static GrpcChannelOptions Options(X509Certificate2 certificate, HttpProtocols protocol) => new()
    {
        HttpVersion = protocol == HttpProtocols.Http3 ? HttpVersion.Version30 : HttpVersion.Version20,
        HttpVersionPolicy = HttpVersionPolicy.RequestVersionExact,
        DisposeHttpClient = true,
        // With a handler of its own the channel would look for a TCP port first, which HTTP/3 has none of.
        HttpClient = new HttpClient(new SocketsHttpHandler
        {
            SslOptions = new SslClientAuthenticationOptions { RemoteCertificateValidationCallback = (_, shown, _, _) => certificate.RawDataMemory.Span.SequenceEqual(shown!.GetRawCertData()) },
        }),
    };

    private sealed class Service : Greeting.GreetingBase
    {
        public override Task<Greeted> Greet(Greeted request, ServerCallContext context) => Task.FromResult(Greetings.Answer(request));
    }
}
