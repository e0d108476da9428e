using System.Net.Sockets;
using Genie.Relay.Admin;
using Genie.Relay.Balancing;
using Genie.Relay.Configuration;
using Genie.Relay.Telemetry;
using Genie.Relay.Workers;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Hosting;

/// <summary>A relay: one address for gRPC, and the workers behind it. Starting it starts them; stopping it lets calls and then workers end.</summary>
public sealed class RelayHost : IAsyncDisposable
{
    private readonly ILogger _log;
    private readonly RelayMetrics _metrics = new();
    private readonly WorkerPool _pool;
    private readonly Supervisor _supervisor;
    private readonly CancellationTokenSource _stopping = new();
    private RelayOptions _options;
    private ProxyServer? _proxy;
    private AdminServer? _admin;
    private WorkerMetrics? _workerMetrics;
    private Task _reading = Task.CompletedTask;
    private int _stops;

    private RelayHost(RelayOptions options, ILoggerFactory loggers)
    {
        _options = options;
        _log = loggers.CreateLogger("Genie.Relay");
        _pool = new WorkerPool(() => Options);
        _supervisor = new Supervisor(() => Options, _pool, _metrics, _log);
        _pool.Ejected = worker =>
        {
            _metrics.CountEjection();
            RelayLog.Ejected(_log, worker, worker.Ejections);
        };
        _pool.Disconnected = worker => RelayLog.Disconnected(_log, worker);
        _metrics.Observe(() => _pool.QueueLength, () => WorkerFigures.States(_supervisor), () => WorkerFigures.InFlight(_supervisor));
    }

    /// <summary>The settings as they are now.</summary>
    public RelayOptions Options => Volatile.Read(ref _options);

    /// <summary>The port for gRPC.</summary>
    public int Port => _proxy!.Port;

    /// <summary>The port for gRPC-Web over HTTP/1.1; 0 without one.</summary>
    public int GrpcWebPort => _proxy!.GrpcWebPort;

    /// <summary>The port of the probes and the status page; 0 without one.</summary>
    public int ProbesPort => _admin!.ProbesPort;

    /// <summary>The port of the metrics; 0 without one.</summary>
    public int MetricsPort => _admin!.MetricsPort;

    /// <summary>Completes when as many workers as were asked for have served.</summary>
    public Task WorkersStarted => _supervisor.Started;

    /// <summary>Starts workers and listens. Calls that come before a worker serves wait in the queue.</summary>
    /// <param name="options">The settings.</param>
    /// <param name="loggers">Where to log to.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    /// <exception cref="RelayException">An address or a certificate cannot be had.</exception>
    public static async Task<RelayHost> StartAsync(RelayOptions options, ILoggerFactory loggers, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(loggers);
        loggers = new GuardedLoggerFactory(loggers);
        var host = new RelayHost(options, loggers);
        try
        {
            host._workerMetrics = new WorkerMetrics(() => host.Options, host._supervisor, host._log);
            var state = new RelayState(() => host.Options, host._pool, host._supervisor, host._metrics.Recent, () => host._stops > 0);
            host._admin = await AdminServer.StartAsync(options, loggers, state, host._workerMetrics, cancellationToken).ConfigureAwait(false);
            host._supervisor.Start();
            host._proxy = await ProxyServer.StartAsync(() => host.Options, loggers, host._pool, host._metrics, cancellationToken).ConfigureAwait(false);
            if (options.Metrics.Enabled) host._reading = host._workerMetrics.RunAsync(host._stopping.Token);
            return host;
        }
        catch (Exception error) when (error is IOException or SocketException)
        {
            await host.DisposeAsync().ConfigureAwait(false);
            throw new RelayException($"The relay cannot listen: {error.Message} Choose other ports (server.port, probes.port, metrics.port).", isTransient: true, error);
        }
        catch
        {
            await host.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>
    /// Replaces the workers one by one; each one's successor serves before it ends, so that calls notice nothing. Returns at once.
    /// </summary>
    /// <param name="options">New settings for all but addresses, TLS, the log's format and the clock, which stay until a restart; null: the same.</param>
    public void ReplaceWorkers(RelayOptions? options = null)
    {
        if (options is not null) Volatile.Write(ref _options, options with { Clock = Options.Clock });
        _supervisor.ReplaceAll();
    }

    /// <summary>Says by the readiness probe that it ends, takes no calls after that, and waits for those under way and then for the workers.</summary>
    public async Task StopAsync()
    {
        if (Interlocked.Increment(ref _stops) > 1) return;
        if (_proxy is not null)
        {
            await Task.Delay(Options.Server.DrainDelay, Options.Clock).ConfigureAwait(false);
            await _proxy.DisposeAsync().ConfigureAwait(false);
        }

        await _stopping.CancelAsync().ConfigureAwait(false);
        await _reading.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _supervisor.DisposeAsync().ConfigureAwait(false);
        if (_admin is not null) await _admin.DisposeAsync().ConfigureAwait(false);
        _workerMetrics?.Dispose();
        _metrics.Dispose();
        _stopping.Dispose();
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync() => await StopAsync().ConfigureAwait(false);
}
