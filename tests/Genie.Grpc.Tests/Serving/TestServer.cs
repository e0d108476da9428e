using System.Security.Cryptography.X509Certificates;
using Genie.Grpc.Health;
using Genie.Grpc.Listening;
using Genie.Testing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Grpc.Tests.Serving;

/// <summary>A host on a free port of the loopback address.</summary>
public sealed class TestServer : IAsyncDisposable
{
    public const int ReceiveMessageBytesMax = 64 * 1024;

    private readonly WebApplication _host;

    private TestServer(WebApplication host) => _host = host;

    public TrialService Trial => _host.Services.GetRequiredService<TrialService>();

    public HealthStates Health => _host.Services.GetRequiredService<HealthStates>();

    public Uri Address => new(_host.Urls.Single());

    /// <summary>As clients name it whose certificates know names.</summary>
    public string Target => $"localhost:{Address.Port}";

    /// <summary>The grpc-encoding of the last request.</summary>
    public string? LastEncoding { get; private set; }

    public static async Task<TestServer> StartAsync(
        GrpcImplementation implementation, TestCertificates? certificates = null,
        ClientCertificateMode clients = ClientCertificateMode.NoCertificate, bool compress = false)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(server => server.ListenForGrpc(new GrpcListenOptions
        {
            Certificate = certificates is null ? null : X509Certificate2.CreateFromPemFile(certificates.ServerCertificateFile, certificates.ServerKeyFile),
            ClientCertificates = clients,
            ClientAuthorities = certificates is null ? [] : [X509CertificateLoader.LoadCertificateFromFile(certificates.CaFile)],
        }));
        builder.Services.AddGenieGrpc(new GrpcServerOptions { Implementation = implementation, ReceiveMessageBytesMax = ReceiveMessageBytesMax, CompressResponses = compress });
        builder.Services.AddSingleton<HealthStates>().AddSingleton<IGrpcService, HealthService>();
        builder.Services.AddSingleton<TrialService>().AddSingleton<IGrpcService>(services => services.GetRequiredService<TrialService>());
        var host = builder.Build();
        var server = new TestServer(host);
        host.Use((http, next) =>
        {
            server.LastEncoding = http.Request.Headers["grpc-encoding"];
            return next(http);
        });
        host.MapGenieGrpc();
        await host.StartAsync();
        return server;
    }

    public Task StopAsync() => _host.StopAsync();

    public async ValueTask DisposeAsync()
    {
        Trial.Release.TrySetResult();
        await _host.DisposeAsync();
    }
}
