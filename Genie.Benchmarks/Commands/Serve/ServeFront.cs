using System.Collections;
using Genie.Benchmarks.Commands.Bench;
using Genie.Diagnostics;
using Genie.Diagnostics.Live;
using Genie.Diagnostics.Probes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>The systems and the web server before them.</summary>
internal sealed class ServeFront : IAsyncDisposable
{
    // Requests under way get that long; Ctrl-C must not seem to hang.
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);

    private readonly List<ServedSystem> _systems = [];
    private WebApplication? _host;
    private ServeTelemetry? _telemetry;
    private ServedRegions? _regions;
    private LiveRows? _rows;

    private ServeFront()
    {
    }

    /// <summary>Where it listens.</summary>
    public string Address => _host!.Urls.First();

    /// <summary>The paths that make requests.</summary>
    public IEnumerable<string> Paths => Served.Select(path => path.Path);

    /// <summary>The same with all that belongs to them.</summary>
    public IReadOnlyList<ServedPath> Served => [.. _systems.SelectMany(system => system.Paths)];

    /// <summary>What the live page shows.</summary>
    public LiveFeed Live { get; } = new();

    /// <summary>Opens the systems and listens.</summary>
    /// <exception cref="Genie.Brokers.BrokerException">A system cannot be reached.</exception>
    /// <exception cref="IOException">The address is taken.</exception>
    public static async Task<ServeFront> StartAsync(ServeRequest request, IReadOnlyList<BenchDriver> drivers, CancellationToken cancellationToken)
    {
        var front = new ServeFront();
        try
        {
            foreach (var driver in drivers) front._systems.Add(await ServedSystem.OpenAsync(request, driver, cancellationToken).ConfigureAwait(false));
            await front.ListenAsync(request, cancellationToken).ConfigureAwait(false);
            return front;
        }
        catch
        {
            await front.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_rows is not null) await _rows.DisposeAsync().ConfigureAwait(false);
        if (_host is not null)
        {
            await _host.StopAsync(CancellationToken.None).ConfigureAwait(false);
            await _host.DisposeAsync().ConfigureAwait(false);
        }

        _regions?.Dispose();
        _telemetry?.Dispose();
        foreach (var system in _systems) await system.DisposeAsync().ConfigureAwait(false);
    }

    private Task ListenAsync(ServeRequest request, CancellationToken cancellationToken)
    {
        // Empty: no settings file or variable of the folder it happens to run in has a say, but OpenTelemetry's own.
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.Configuration.AddInMemoryCollection(Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .Select(each => KeyValuePair.Create((string)each.Key, (string?)each.Value)).Where(each => each.Key.StartsWith("OTEL_", StringComparison.Ordinal)));
        builder.WebHost.UseKestrelCore().UseUrls(request.Url);
        builder.Services.AddLogging().AddRouting();
        builder.Services.AddSingleton<IHostLifetime, CallersLifetime>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = ShutdownTimeout);
        var checks = builder.Services.AddGenieDiagnostics();
        foreach (var system in _systems)
            checks.Add(new HealthCheckRegistration(system.Name, _ => new SystemCheck(system), failureStatus: null, tags: [ProbeTag.Ready]));
        var host = _host = builder.Build();
        _regions = new ServedRegions(Live, request.Regions);
        var endpoints = new ServeEndpoints(_telemetry = new ServeTelemetry(Served), new LiveRequests(Live, _regions));
        foreach (var path in Served) endpoints.Map(host, path);
        OpenApiDocument.Map(host, Served);
        host.MapGenieDiagnostics();
        host.MapGenieLive(Live).RequireLoopbackHost(request.Url);
        _rows = new LiveRows(Live, Served, _regions);
        return host.StartAsync(cancellationToken);
    }
}
