using System.Security.Cryptography.X509Certificates;
using Genie.Grpc.Listening;
using Genie.Testing;
using Grpc.AspNetCore.HealthChecks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Genie.Grpc.Tests.Serving;

/// <summary>A host on a free port of the loopback address.</summary>
public sealed class TestServer : IAsyncDisposable
{
    public const int ReceiveMessageBytesMax = 64 * 1024;

    // The least that health checks allow.
    private static readonly TimeSpan HealthPeriod = TimeSpan.FromSeconds(1);

    private WebApplication _host = null!;

    private TestServer()
    {
    }

    public TrialService Trial => _host.Services.GetRequiredService<TrialService>();

    /// <summary>What the host's only health check says.</summary>
    public bool IsHealthy { get; set; } = true;

    /// <summary>What was logged as an error, or with an exception above debugging.</summary>
    public FailureLog Failures { get; } = new();

    public Uri Address => new(_host.Urls.Single());

    /// <summary>As clients name it whose certificates know names.</summary>
    public string Target => $"localhost:{Address.Port}";

    /// <summary>The grpc-encoding of the last request.</summary>
    public string? LastEncoding { get; private set; }

    public static async Task<TestServer> StartAsync(
        TestCertificates? certificates = null, ClientCertificateMode clients = ClientCertificateMode.NoCertificate, bool compress = false)
    {
        var server = new TestServer();
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders().AddProvider(server.Failures);
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.ListenForGrpc(new GrpcListenOptions
        {
            Certificate = certificates is null ? null : X509Certificate2.CreateFromPemFile(certificates.ServerCertificateFile, certificates.ServerKeyFile),
            ClientCertificates = clients,
            ClientAuthorities = certificates is null ? [] : [X509CertificateLoader.LoadCertificateFromFile(certificates.CaFile)],
        }));
        builder.Services.AddGenieGrpc(options =>
        {
            options.MaxReceiveMessageSize = ReceiveMessageBytesMax;
            options.ResponseCompressionAlgorithm = compress ? "gzip" : null;
        });
        builder.Services.AddHealthChecks().AddCheck("trial", () => server.IsHealthy ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy());
        builder.Services.Configure<GrpcHealthChecksOptions>(health => health.Services.Map(Serving.Trial.Descriptor.FullName, _ => true));
        builder.Services.Configure<HealthCheckPublisherOptions>(health => (health.Delay, health.Period) = (TimeSpan.Zero, HealthPeriod));
        builder.Services.AddSingleton<TrialService>();
        var host = server._host = builder.Build();
        host.Use((http, next) =>
        {
            server.LastEncoding = http.Request.Headers["grpc-encoding"];
            return next(http);
        });
        host.MapGrpcService<TrialService>();
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
