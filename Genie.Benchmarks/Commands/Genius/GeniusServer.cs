using System.Collections;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using Genie.Benchmarks.Commands.Genius.Admin;
using Genie.Benchmarks.Commands.Genius.Keys;
using Genie.Benchmarks.Commands.Genius.Listening;
using Genie.Benchmarks.Commands.Genius.Sinks;
using Genie.Benchmarks.Drivers;
using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Diagnostics;
using Genie.Diagnostics.Live;
using Genie.Diagnostics.Probes;
using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore;
using Genie.Extensions.Genius.AspNetCore.Live;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Grains;
using Genie.Grpc.Listening;
using Grpc.Core;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using OpenTelemetry.Resources;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>Genius with its store, its broker and its ports.</summary>
internal sealed class GeniusServer : IAsyncDisposable
{
    // A stream of events that is under way gets that long to have its last decisions.
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(10);
    private static readonly string? HealthCategory = typeof(HealthLog).FullName;

    private const string ServiceName = "genie-genius";
    private const string CheckCategory = "Microsoft.Extensions.Diagnostics.HealthChecks.DefaultHealthCheckService";
    private const string HostCategory = "Microsoft.Extensions.Hosting.Internal.Host";

    private readonly IEventStore _store;
    private readonly IBroker? _broker;
    private readonly WebApplication _host;

    private GeniusServer(IEventStore store, IBroker? broker, WebApplication host, bool hasPage) => (_store, _broker, _host, HasPage) = (store, broker, host, hasPage);

    /// <summary>Where gRPC is.</summary>
    public string GrpcAddress => _host.Urls.First();

    /// <summary>Where HTTP with JSON is, if it is.</summary>
    public string? JsonAddress => _host.Urls.Count > 2 ? _host.Urls.ElementAt(1) : null;

    /// <summary>Where probes and metrics are.</summary>
    public string WebAddress => _host.Urls.Last();

    /// <summary>The live page is there, too.</summary>
    public bool HasPage { get; }

    /// <summary>Fires when it ends by itself, or was told to.</summary>
    public CancellationToken Stopping => _host.Lifetime.ApplicationStopping;

    /// <summary>Opens the store, connects to the broker and listens.</summary>
    /// <param name="settings">All that it is told.</param>
    /// <param name="log">What it logs to; null: the console, on standard error.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="EventStoreException">The store cannot be opened.</exception>
    /// <exception cref="BrokerException">The broker cannot be reached.</exception>
    /// <exception cref="IOException">A port is taken.</exception>
    /// <exception cref="BadArgumentException">A setting makes no sense.</exception>
    public static async Task<GeniusServer> StartAsync(GeniusSettings settings, ILoggerProvider? log, CancellationToken cancellationToken)
    {
        var (certificate, authorities) = (ServerCertificates.Read(settings), ServerCertificates.ReadAuthorities(settings));
        var store = await ServerStore.OpenAsync(settings, cancellationToken).ConfigureAwait(false);
        IBroker? broker = null;
        WebApplication? host = null;
        try
        {
            if (settings.Broker is { } name) broker = BrokerOptionsBinder.Create(DriverCatalogue.Of(name)[0], settings.BrokerOptions.AsReadOnly());
            var hasPage = IPAddress.IsLoopback(settings.WebAddress.Address);
            var position = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
            host = Build(settings, log, certificate, authorities, store, position, broker, hasPage);
            if (settings.Silo is { } silo) await silo.StartAsync(host, settings.Database!, cancellationToken).ConfigureAwait(false);
            else await host.StartAsync(cancellationToken).ConfigureAwait(false);
            return new GeniusServer(store, broker, host, hasPage);
        }
        catch (Exception error)
        {
            if (host is not null) await AbandonAsync(host).ConfigureAwait(false);
            if (broker is not null) await broker.DisposeAsync().ConfigureAwait(false);
            await store.DisposeAsync().ConfigureAwait(false);
            if (MistakeOf(error) is { } mistake) throw new BadArgumentException(mistake, error);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await EndAsync(_host).ConfigureAwait(false);
        if (_broker is not null) await _broker.DisposeAsync().ConfigureAwait(false);
        await _store.DisposeAsync().ConfigureAwait(false);
    }

    // Whatever was started must have ended before the store is closed.
    private static async Task EndAsync(WebApplication host)
    {
        await host.StopAsync(CancellationToken.None).ConfigureAwait(false);
        await host.DisposeAsync().ConfigureAwait(false);
    }

    // Of a host that did not come as far as its services, StopAsync fails for want of them, and would hide why.
    private static async Task AbandonAsync(WebApplication host)
    {
        try
        {
            await host.StopAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (ArgumentNullException)
        {
        }

        await host.DisposeAsync().ConfigureAwait(false);
    }

    // What only the store can tell to be one, or what else the library finds; null: it is none of the settings'.
    private static string? MistakeOf(Exception error) => error switch
    {
        WindowChangedException or PatternChangedException => error.Message,
        GrainException { InnerException: { } inner } => MistakeOf(inner),
        ArgumentNullException => null,
        ArgumentException wrong => wrong.WithoutArgument(),
        _ => null,
    };

    private static WebApplication Build(GeniusSettings settings, ILoggerProvider? log, X509Certificate2? certificate, X509Certificate2Collection authorities, IEventStore store, long position, IBroker? broker, bool hasPage)
    {
        var (isStarted, isStopping) = (false, false);

        // Empty: no settings file of the folder it happens to run in has a say; of variables OpenTelemetry's own have.
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.Configuration.AddInMemoryCollection(Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .Select(each => KeyValuePair.Create((string)each.Key, (string?)each.Value)).Where(each => each.Key.StartsWith("OTEL_", StringComparison.Ordinal)));
        builder.WebHost.UseKestrelCore().ConfigureKestrel(server => Listen(server, settings, certificate, authorities));
        builder.Services.AddRouting().AddLogging(logging => AddLogs(logging, log, () => isStarted, () => isStopping));
        builder.Services.AddSingleton<IHostLifetime, CallersLifetime>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = ShutdownTimeout);
        var checks = builder.Services.AddGenieDiagnostics();
        if (!IsServiceNamed()) builder.Services.AddOpenTelemetry().ConfigureResource(static resource => resource.AddService(ServiceName));
        builder.Services.AddSingleton<IHealthCheckPublisher, HealthLog>().Configure<HealthCheckPublisherOptions>(static options => options.Period = HealthLog.Period);
        builder.Services.AddSingleton(settings).AddSingleton(store);
        if (broker is not null)
        {
            builder.Services.AddSingleton(broker);
            checks.AddCheck<GeniusBrokerCheck>("broker", tags: [ProbeTag.Ready]);
        }

        settings.Silo?.AddTo(builder, settings.Database!);
        builder.Services.AddGenius(options => options with
        {
            TimersMax = settings.TimersMax,
            Grains = options.Grains with { LiveGrainsMax = settings.LiveGrainsMax },
            Channel = broker is null ? null : settings.Channel,
            Windows = [.. settings.Windows.Select(each => each.ToDefinition())],
            Geofences = [.. settings.Geofences.Select(each => each.ToDefinition())],
            Tables = [.. settings.Tables.Select(each => each.ToFile())],
            Patterns = [.. settings.Patterns.Select(each => each.ToDefinition())],
        });
        settings.Models?.AddTo(builder.Services);
        if (StoreUpkeepService.IntervalOf(store, settings) is { } interval)
            builder.Services.AddHostedService(provider => new StoreUpkeepService(store, interval, TimeProvider.System, provider.GetRequiredService<ILogger<StoreUpkeepService>>()));
        builder.Services.AddFactSinks(settings, position);
        var quota = EventQuotas.Create(settings);
        builder.Services.AddGeniusGrpc(new GeniusGrpcOptions { ServesJson = settings.Http is not null, EventQuota = quota, AccessOf = settings.HasCallers ? static call => CallerClaims.AccessOf(call.GetHttpContext()) : null });
        if (settings.KeysMax > 0) builder.Services.AddGeniusKeys(settings.KeysMax);
        if (hasPage) builder.Services.AddGeniusLive();
        builder.Services.AddCallerAuthentication(settings);
        var host = builder.Build();
        host.Lifetime.ApplicationStarted.Register(() => isStarted = true);
        host.Lifetime.ApplicationStopping.Register(() => isStopping = true);
        host.Lifetime.ApplicationStopped.Register(() => quota?.Dispose());
        Map(host, settings, hasPage);
        return host;
    }

    // As OpenTelemetry's variables have it.
    private static bool IsServiceNamed() => Environment.GetEnvironmentVariable("OTEL_SERVICE_NAME") is { Length: > 0 }
        || Environment.GetEnvironmentVariable("OTEL_RESOURCE_ATTRIBUTES")?.Contains("service.name=", StringComparison.Ordinal) == true;

    // Why it does not start is said by the command, without a stack; what checks of health find is said by their log, once.
    private static void AddLogs(ILoggingBuilder logging, ILoggerProvider? log, Func<bool> isStarted, Func<bool> isStopping)
    {
        logging.AddFilter((category, level) => level >= LogLevel.Warning && (category != HostCategory || isStarted()) && category != CheckCategory && (category != HealthCategory || !isStopping()));
        StreamLog.AddTo(logging, log, static console => (console.TimestampFormat, console.UseUtcTimestamp) = ("yyyy-MM-ddTHH:mm:ssZ ", true));
    }

    private static void Listen(KestrelServerOptions server, GeniusSettings settings, X509Certificate2? certificate, X509Certificate2Collection authorities)
    {
        var grpc = new GrpcListenOptions
        {
            Address = settings.ListenAddress,
            StreamsPerConnectionMax = settings.StreamsPerConnectionMax,
            Certificate = certificate,
            ClientAuthorities = authorities,
            ClientCertificates = settings.Clients.Count > 0 ? ClientCertificateMode.AllowCertificate : ClientCertificateMode.NoCertificate,
        };
        server.ListenForGrpc(grpc);
        if (settings.HttpAddress is { } address) server.ListenForJson(grpc with { Address = address, Protocols = certificate is null ? HttpProtocols.Http1 : HttpProtocols.Http1AndHttp2 });
        server.ListenForWeb(settings);
    }

    private static void Map(WebApplication host, GeniusSettings settings, bool hasPage)
    {
        host.UseRouting();
        host.UseListeners(settings);
        host.UseAuthentication();
        host.UseAuthorization();
        List<IEndpointConventionBuilder> services = [host.MapGeniusEvents(), host.MapGeniusRules(), host.MapGeniusDeliveries(), host.MapGeniusStatus()];
        if (settings.KeysMax > 0) services.Add(host.MapGeniusKeys());
        if (settings.HasCallers) services.ForEach(static each => each.RequireScopes());
        if (settings.Http is not null) host.MapAdminPage();
        host.MapGenieDiagnostics().RequireListener(ListenerKind.Web);
        if (hasPage) host.MapGenieLive(host.Services.GetRequiredService<LiveFeed>()).RequireLoopbackHost().RequireListener(ListenerKind.Web);
    }
}
