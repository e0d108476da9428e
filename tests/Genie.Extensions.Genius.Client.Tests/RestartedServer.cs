using System.Collections.Concurrent;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Grpc.Listening;
using Grpc.Core;
using Grpc.Core.Interceptors;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Client.Tests;

/// <summary>A server on a port that it keeps, with a store that outlives it.</summary>
internal sealed class RestartedServer : IAsyncDisposable
{
    private readonly StoreFolder _folder = new();
    private WebApplication? _host;
    private IEventStore? _store;
    private int _port;

    public X509Certificate2? Certificate { get; init; }

    public X509Certificate2Collection ClientAuthorities { get; init; } = [];

    /// <summary>Around each call.</summary>
    public Func<HttpContext, RequestDelegate, Task> Around { get; set; } = static (context, next) => next(context);

    /// <summary>What each subscription resumed after.</summary>
    public ConcurrentQueue<long> Resumed { get; } = new();

    public Uri Address => new($"{(Certificate is null ? "http" : "https")}://localhost:{_port}");

    public static async Task<RestartedServer> CreateAsync()
    {
        var server = new RestartedServer();
        await server.StartAsync();
        return server;
    }

    /// <summary>A client that loses no time between its attempts.</summary>
    public GeniusClient Connect() => new(new GeniusClientOptions { Address = Address, RetryDelay = TimeSpan.FromMilliseconds(10), RetryDelayMax = TimeSpan.FromMilliseconds(100) });

    public async Task StartAsync()
    {
        _store = await _folder.OpenAsync();
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(server => server.ListenForGrpc(new GrpcListenOptions
        {
            Address = new IPEndPoint(IPAddress.Loopback, _port),
            Certificate = Certificate,
            ClientAuthorities = ClientAuthorities,
            ClientCertificates = ClientAuthorities.Count > 0 ? ClientCertificateMode.RequireCertificate : ClientCertificateMode.NoCertificate,
        }));
        builder.Services.AddSingleton(_store).AddSingleton(new Recorder(Resumed)).AddGenius().AddGeniusGrpc().AddGeniusKeys().AddGrpc(static options => options.Interceptors.Add<Recorder>());
        _host = builder.Build();
        _host.Use(next => context => Around(context, next));
        _host.UseRouting();
        _host.MapGeniusEvents();
        _host.MapGeniusRules();
        _host.MapGeniusKeys();
        await _host.StartAsync();
        _port = new Uri(_host.Urls.Single()).Port;
    }

    public async Task StopAsync()
    {
        if (_host is not null)
        {
            await _host.StopAsync();
            await _host.DisposeAsync();
        }

        if (_store is not null) await _store.DisposeAsync();
        (_host, _store) = (null, null);
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _folder.Dispose();
    }

    private sealed class Recorder(ConcurrentQueue<long> resumed) : Interceptor
    {
        public override Task ServerStreamingServerHandler<TRequest, TResponse>(
            TRequest request, IServerStreamWriter<TResponse> responseStream, ServerCallContext context, ServerStreamingServerMethod<TRequest, TResponse> continuation)
        {
            if (request is SubscribeRequest subscription) resumed.Enqueue(subscription.AfterPosition);
            return continuation(request, responseStream, context);
        }
    }
}
