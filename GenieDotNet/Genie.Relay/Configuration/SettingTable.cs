using Genie.Relay.Workers;
using Microsoft.Extensions.Logging;
using static Genie.Relay.Configuration.SettingText;

namespace Genie.Relay.Configuration;

/// <summary>Every setting there is; the file, the environment and the documents have these and no others.</summary>
internal static class SettingTable
{
    private const int CountMax = 1000;

    /// <summary>The settings.</summary>
    public static IReadOnlyList<Setting> All { get; } =
    [
        Log("level", (log, value) => log with { Level = Name(value.Single, ("debug", LogLevel.Debug), ("info", LogLevel.Information), ("warn", LogLevel.Warning), ("error", LogLevel.Error)) }),
        Log("format", (log, value) => log with { Format = Name(value.Single, ("json", LogFormat.Json), ("text", LogFormat.Text)) }),

        Server("host", (server, value) => server with { Host = value.Single }),
        Server("port", (server, value) => server with { Port = Port(value.Single) }),
        Server("proxy_timeout", (server, value) => server with { ProxyTimeout = Duration(value.Single, mayBeZero: true) }),
        Server("drain_delay", (server, value) => server with { DrainDelay = Duration(value.Single, mayBeZero: true) }),
        Server("drain_timeout", (server, value) => server with { DrainTimeout = Duration(value.Single, mayBeZero: true) }),
        Server("tls_certificate", (server, value) => server with { TlsCertificate = value.Single }),
        Server("tls_key", (server, value) => server with { TlsKey = value.Single }),
        Server("tls_client_ca", (server, value) => server with { TlsClientCa = value.Single }),
        Server("grpc_web_port", (server, value) => server with { GrpcWebPort = Port(value.Single) }),
        Server("grpc_web_origins", (server, value) => server with { GrpcWebOrigins = value.List }),
        Server("grpc_web_exposed_headers", (server, value) => server with { GrpcWebExposedHeaders = Tokens(value.List) }),
        Server("retries", (server, value) => server with { Retries = Number(value.Single, 0, 10) }),
        Server("idempotent_methods", (server, value) => server with { IdempotentMethods = Methods(value.List) }),
        Server("replay_bytes", (server, value) => server with { ReplayBytes = (int)Math.Min(Bytes(value.Single), 1 << 30) }),

        Workers("count", (workers, value) => workers with { Count = Number(value.Single, 1, CountMax) }),
        Workers("min_count", (workers, value) => workers with { MinCount = Number(value.Single, 0, CountMax) }),
        Workers("max_count", (workers, value) => workers with { MaxCount = Number(value.Single, 0, CountMax) }),
        Workers("start_port", (workers, value) => workers with { StartPort = Number(value.Single, 1, ushort.MaxValue) }),
        Workers("socket_folder", (workers, value) => workers with { SocketFolder = value.Single }),
        Workers("command", (workers, value) => workers with { Command = value.Items ?? CommandText.Split(value.Single) }),
        Workers("environment", (workers, value) => workers with { Environment = value.Mapping }),
        Workers("metrics_path", (workers, value) => workers with { MetricsPath = Path(value.Single, mayBeEmpty: true) }),
        Workers("pool_size", (workers, value) => workers with { PoolSize = Number(value.Single, 1, 1_000_000) }),
        Workers("start_timeout", (workers, value) => workers with { StartTimeout = Duration(value.Single, mayBeZero: false) }),
        Workers("stop_timeout", (workers, value) => workers with { StopTimeout = Duration(value.Single, mayBeZero: true) }),
        Workers("restart_delay", (workers, value) => workers with { RestartDelay = Duration(value.Single, mayBeZero: true) }),
        Workers("restart_delay_max", (workers, value) => workers with { RestartDelayMax = Duration(value.Single, mayBeZero: true) }),
        Workers("memory_limit", (workers, value) => workers with { MemoryLimitBytes = Bytes(value.Single) }),
        Workers("max_age", (workers, value) => workers with { MaxAge = Duration(value.Single, mayBeZero: true) }),
        Workers("scale_up_wait", (workers, value) => workers with { ScaleUpWait = Duration(value.Single, mayBeZero: false) }),
        Workers("scale_down_after", (workers, value) => workers with { ScaleDownAfter = Duration(value.Single, mayBeZero: false) }),

        Queue("size", (queue, value) => queue with { Size = Number(value.Single, 0, 1_000_000) }),
        Queue("timeout", (queue, value) => queue with { Timeout = Duration(value.Single, mayBeZero: false) }),
        Queue("retry_pushback", (queue, value) => queue with { RetryPushback = Duration(value.Single, mayBeZero: true) }),

        Health("interval", (health, value) => health with { Interval = Duration(value.Single, mayBeZero: false) }),
        Health("timeout", (health, value) => health with { Timeout = Duration(value.Single, mayBeZero: false) }),
        Health("type", (health, value) => health with { Type = Name(value.Single, ("grpc", HealthCheckType.Grpc), ("tcp", HealthCheckType.Tcp)) }),
        Health("service", (health, value) => health with { Service = value.Single }),
        Health("failures", (health, value) => health with { Failures = Number(value.Single, 1, 1000) }),

        Ejection("failures", (ejection, value) => ejection with { Failures = Number(value.Single, 0, 1_000_000) }),
        Ejection("time", (ejection, value) => ejection with { Time = Duration(value.Single, mayBeZero: false) }),
        Ejection("max_percent", (ejection, value) => ejection with { MaxPercent = Number(value.Single, 0, 100) }),

        Probes("enabled", (probes, value) => probes with { Enabled = Flag(value.Single) }),
        Probes("port", (probes, value) => probes with { Port = Port(value.Single) }),
        Probes("liveness_grace", (probes, value) => probes with { LivenessGrace = Duration(value.Single, mayBeZero: false) }),

        Metrics("enabled", (metrics, value) => metrics with { Enabled = Flag(value.Single) }),
        Metrics("port", (metrics, value) => metrics with { Port = Port(value.Single) }),
        Metrics("path", (metrics, value) => metrics with { Path = Path(value.Single, mayBeEmpty: false) }),
        Metrics("interval", (metrics, value) => metrics with { Interval = Duration(value.Single, mayBeZero: false) }),
    ];

    /// <summary>The file's sections.</summary>
    public static IReadOnlyList<string> Sections { get; } = [.. All.Select(setting => setting.Section).Distinct()];

    private static Setting Log(string name, Func<LogOptions, SettingValue, LogOptions> apply) =>
        new("log." + name, (options, value) => options with { Log = apply(options.Log, value) });

    private static Setting Server(string name, Func<ServerOptions, SettingValue, ServerOptions> apply) =>
        new("server." + name, (options, value) => options with { Server = apply(options.Server, value) });

    private static Setting Workers(string name, Func<WorkerOptions, SettingValue, WorkerOptions> apply) =>
        new("workers." + name, (options, value) => options with { Workers = apply(options.Workers, value) });

    private static Setting Queue(string name, Func<QueueOptions, SettingValue, QueueOptions> apply) =>
        new("queue." + name, (options, value) => options with { Queue = apply(options.Queue, value) });

    private static Setting Health(string name, Func<HealthCheckOptions, SettingValue, HealthCheckOptions> apply) =>
        new("health_check." + name, (options, value) => options with { HealthCheck = apply(options.HealthCheck, value) });

    private static Setting Ejection(string name, Func<EjectionOptions, SettingValue, EjectionOptions> apply) =>
        new("ejection." + name, (options, value) => options with { Ejection = apply(options.Ejection, value) });

    private static Setting Probes(string name, Func<ProbeOptions, SettingValue, ProbeOptions> apply) =>
        new("probes." + name, (options, value) => options with { Probes = apply(options.Probes, value) });

    private static Setting Metrics(string name, Func<MetricsOptions, SettingValue, MetricsOptions> apply) =>
        new("metrics." + name, (options, value) => options with { Metrics = apply(options.Metrics, value) });
}
