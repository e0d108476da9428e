using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Genie.Diagnostics;
using Genie.Grpc.Listening;
using Genie.Relay.Balancing;
using Genie.Relay.Configuration;
using Genie.Relay.Proxying;
using Genie.Relay.Telemetry;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Yarp.ReverseProxy.Forwarder;

namespace Genie.Relay.Hosting;

/// <summary>Listens for clients' calls.</summary>
internal sealed class ProxyServer : IAsyncDisposable
{
    // The queue bounds calls, not the connection.
    private const int StreamsPerConnectionMax = 100_000;
    private const int StreamWindowBytesMin = 64 << 10;
    private const int StreamWindowBytesMax = 256 << 10;
    private const int ConnectionWindowBytesMin = 4 << 20;

    // Beyond it the connection ends, as Kestrel has it; what a worker takes less of ends the call alone.
    private const int MetadataBytesMax = 1 << 20;
    private const int MetadataCountMax = 10_000;

    private static readonly string[] GrpcFields = ["grpc-status", "grpc-message", "grpc-encoding", "grpc-accept-encoding", "grpc-status-details-bin"];

    private readonly WebApplication _host;
    private readonly bool _hasWebPort;

    private ProxyServer(WebApplication host, bool hasWebPort) => (_host, _hasWebPort) = (host, hasWebPort);

    /// <summary>The port for gRPC.</summary>
    public int Port => new Uri(_host.Urls.First()).Port;

    /// <summary>The port for gRPC-Web over HTTP/1.1; 0 without one.</summary>
    public int GrpcWebPort => _hasWebPort ? new Uri(_host.Urls.Last()).Port : 0;

    /// <summary>Listens.</summary>
    public static async Task<ProxyServer> StartAsync(
        Func<RelayOptions> options, ILoggerFactory loggers, WorkerPool pool, RelayMetrics metrics, CancellationToken cancellationToken)
    {
        var server = options().Server;

        // Empty: no settings file or variable of the folder it happens to run in has a say.
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.Services.AddSingleton(loggers).AddLogging().AddSingleton<IHostLifetime, CallersLifetime>().AddHttpForwarder().AddCors();
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = server.DrainTimeout);
        builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel => Configure(kestrel, options()));
        var proxy = new ProxyServer(builder.Build(), server.GrpcWebPort != 0);
        try
        {
            UseProxy(proxy._host, options, loggers, pool, metrics);
            await proxy._host.StartAsync(cancellationToken).ConfigureAwait(false);
            return proxy;
        }
        catch
        {
            await proxy._host.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _host.StopAsync(CancellationToken.None).ConfigureAwait(false);
        await _host.DisposeAsync().ConfigureAwait(false);
    }

    private static void UseProxy(WebApplication host, Func<RelayOptions> options, ILoggerFactory loggers, WorkerPool pool, RelayMetrics metrics)
    {
        var proxy = new RelayProxy(options, pool, host.Services.GetRequiredService<IHttpForwarder>(), metrics, loggers.CreateLogger<RelayProxy>());
        if (options().Server.GrpcWebOrigins is { Count: > 0 } origins)
        {
            host.UseCors(cors => _ = (origins.Contains("*") ? cors.AllowAnyOrigin() : cors.WithOrigins([.. origins]))
                .AllowAnyHeader().WithMethods("POST").WithExposedHeaders([.. GrpcFields, .. options().Server.GrpcWebExposedHeaders]));
        }

        host.Use(next => http => WebTextReader.NoteAsync(http, next));
        host.UseGrpcWeb(new GrpcWebOptions { DefaultEnabled = true });
        host.Run(proxy.HandleAsync);
    }

    private static void Configure(KestrelServerOptions kestrel, RelayOptions options)
    {
        var server = options.Server;
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxRequestBodySize = null;
        kestrel.Limits.MinRequestBodyDataRate = null;
        (kestrel.Limits.MaxRequestHeadersTotalSize, kestrel.Limits.Http2.MaxRequestHeaderFieldSize) = (MetadataBytesMax, MetadataBytesMax);
        kestrel.Limits.MaxRequestHeaderCount = MetadataCountMax;

        // Byte by byte what it was, whatever a client or a service has written there.
        kestrel.RequestHeaderEncodingSelector = static _ => Encoding.Latin1;
        kestrel.ResponseHeaderEncodingSelector = static _ => Encoding.Latin1;
        kestrel.Limits.Http2.MaxStreamsPerConnection = StreamsPerConnectionMax;
        (kestrel.Limits.Http2.InitialConnectionWindowSize, kestrel.Limits.Http2.InitialStreamWindowSize) = WindowBytes(options);
        var address = server.Host == "localhost" ? IPAddress.Loopback : IPAddress.Parse(server.Host);
        var isTls = server.TlsCertificate.Length > 0;
        kestrel.ListenForGrpc(new GrpcListenOptions
        {
            Address = new IPEndPoint(address, server.Port),
            Certificate = isTls ? ReadCertificate(server) : null,
            ClientCertificates = server.TlsClientCa.Length > 0 ? ClientCertificateMode.RequireCertificate : ClientCertificateMode.NoCertificate,
            ClientAuthorities = ReadAuthorities(server),
            Protocols = isTls ? HttpProtocols.Http1AndHttp2 : HttpProtocols.Http2,
        });
        if (server.GrpcWebPort != 0) kestrel.Listen(address, server.GrpcWebPort, listen => listen.Protocols = HttpProtocols.Http1);
    }

    /// <summary>
    /// A connection takes twice what all calls together may leave unread: where those that wait in the queue had filled its window, the requests of those that a worker
    /// has could not arrive, and none would leave the queue but by its time. Twice, as Kestrel gives the window back by halves.
    /// </summary>
    private static (int Connection, int Stream) WindowBytes(RelayOptions options)
    {
        var calls = options.Queue.Size + ((long)options.Workers.Most * options.Workers.PoolSize);
        var stream = (int)Math.Clamp(int.MaxValue / (2 * calls), StreamWindowBytesMin, StreamWindowBytesMax);
        return ((int)Math.Clamp(2 * calls * stream, ConnectionWindowBytesMin, int.MaxValue), stream);
    }

    private static X509Certificate2 ReadCertificate(ServerOptions server)
    {
        try
        {
            return X509Certificate2.CreateFromPemFile(server.TlsCertificate, server.TlsKey);
        }
        catch (Exception error) when (error is CryptographicException or IOException or UnauthorizedAccessException)
        {
            throw new RelayException($"server.tls_certificate and server.tls_key: {error.Message}", isTransient: false, error);
        }
    }

    private static X509Certificate2Collection ReadAuthorities(ServerOptions server)
    {
        var authorities = new X509Certificate2Collection();
        if (server.TlsClientCa.Length == 0) return authorities;
        try
        {
            authorities.ImportFromPemFile(server.TlsClientCa);
            return authorities;
        }
        catch (Exception error) when (error is CryptographicException or IOException or UnauthorizedAccessException)
        {
            throw new RelayException($"server.tls_client_ca: {error.Message}", isTransient: false, error);
        }
    }
}
