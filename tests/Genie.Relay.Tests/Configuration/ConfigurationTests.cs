using Genie.Relay.Configuration;
using Genie.Testing;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Tests.Configuration;

public sealed class ConfigurationTests
{
    /// <summary>The names, defaults and order of precedence that users of Gruf Relay know.</summary>
    private static readonly Dictionary<string, Func<RelayOptions, object>> Known = new()
    {
        ["LOG_LEVEL"] = options => options.Log.Level,
        ["LOG_FORMAT"] = options => options.Log.Format,
        ["SERVER_HOST"] = options => options.Server.Host,
        ["SERVER_PORT"] = options => options.Server.Port,
        ["SERVER_PROXY_TIMEOUT"] = options => options.Server.ProxyTimeout,
        ["HEALTH_CHECK_INTERVAL"] = options => options.HealthCheck.Interval,
        ["HEALTH_CHECK_TIMEOUT"] = options => options.HealthCheck.Timeout,
        ["WORKERS_COUNT"] = options => options.Workers.Count,
        ["WORKERS_START_PORT"] = options => options.Workers.StartPort,
        ["WORKERS_METRICS_PATH"] = options => options.Workers.MetricsPath,
        ["WORKERS_POOL_SIZE"] = options => options.Workers.PoolSize,
        ["PROBES_ENABLED"] = options => options.Probes.Enabled,
        ["PROBES_PORT"] = options => options.Probes.Port,
        ["METRICS_ENABLED"] = options => options.Metrics.Enabled,
        ["METRICS_PORT"] = options => options.Metrics.Port,
        ["METRICS_PATH"] = options => options.Metrics.Path,
        ["METRICS_INTERVAL"] = options => options.Metrics.Interval,
    };

    public static TheoryData<string, string, object, string, object> Settings => new()
    {
        { "LOG_LEVEL", "log.level", LogLevel.Debug, "warn", LogLevel.Warning },
        { "LOG_FORMAT", "log.format", LogFormat.Json, "text", LogFormat.Text },
        { "SERVER_HOST", "server.host", "0.0.0.0", "127.0.0.1", "127.0.0.1" },
        { "SERVER_PORT", "server.port", 8080, "8081", 8081 },
        { "SERVER_PROXY_TIMEOUT", "server.proxy_timeout", TimeSpan.FromSeconds(5), "1m30s", TimeSpan.FromSeconds(90) },
        { "HEALTH_CHECK_INTERVAL", "health_check.interval", TimeSpan.FromSeconds(5), "10s", TimeSpan.FromSeconds(10) },
        { "HEALTH_CHECK_TIMEOUT", "health_check.timeout", TimeSpan.FromSeconds(3), "250ms", TimeSpan.FromMilliseconds(250) },
        { "WORKERS_COUNT", "workers.count", 2, "3", 3 },
        { "WORKERS_START_PORT", "workers.start_port", 9000, "9500", 9500 },
        { "WORKERS_METRICS_PATH", "workers.metrics_path", "/metrics", "/figures", "/figures" },
        { "WORKERS_POOL_SIZE", "workers.pool_size", 5, "7", 7 },
        { "PROBES_ENABLED", "probes.enabled", true, "false", false },
        { "PROBES_PORT", "probes.port", 5555, "5556", 5556 },
        { "METRICS_ENABLED", "metrics.enabled", true, "0", false },
        { "METRICS_PORT", "metrics.port", 9394, "9395", 9395 },
        { "METRICS_PATH", "metrics.path", "/metrics", "/all", "/all" },
        { "METRICS_INTERVAL", "metrics.interval", TimeSpan.FromSeconds(5), "1.5s", TimeSpan.FromSeconds(1.5) },
    };

    [Theory]
    [MemberData(nameof(Settings))]
    public void A_setting_comes_from_the_environment_else_the_file_else_it_has_its_default(string variable, string key, object byDefault, string text, object value)
    {
        var read = Known[variable];
        var (section, name) = (key.Split('.')[0], key.Split('.')[1]);
        var file = $"{section}:\n  {name}: \"{text}\"\n";
        Assert.Equal(byDefault, read(Parse("")));
        Assert.Equal(value, read(Parse(file)));
        Assert.Equal(value, read(Parse("", (variable, text))));
        Assert.Equal(byDefault, read(Parse(file, (variable, TextOf(byDefault)))));
    }

    [Fact]
    public void The_whole_file_is_read()
    {
        var options = Parse("""
            log: { level: info, format: text }
            server:
              port: 8081
              idempotent_methods: [/a.B/C, "/a.D/*"]
            workers:
              count: 3
              min_count: 2
              max_count: 6
              command: python3 worker.py --listen "127.0.0.1:{port}"
              environment: { MODE: trial }
              memory_limit: 400Mi
              max_age: 12h
            queue: { size: 10, timeout: 2s, retry_pushback: 100ms }
            health_check: { type: tcp, failures: 5 }
            ejection: { failures: 3, time: 1s, max_percent: 30 }
            """);
        Assert.Equal(["python3", "worker.py", "--listen", "127.0.0.1:{port}"], options.Workers.Command);
        Assert.Equal("trial", options.Workers.Environment["MODE"]);
        Assert.Equal((3, 2, 6, 400L << 20, TimeSpan.FromHours(12)), (options.Workers.Count, options.Workers.MinCount, options.Workers.MaxCount, options.Workers.MemoryLimitBytes, options.Workers.MaxAge));
        Assert.Equal(["/a.B/C", "/a.D/*"], options.Server.IdempotentMethods);
        Assert.Equal(new QueueOptions { Size = 10, Timeout = TimeSpan.FromSeconds(2), RetryPushback = TimeSpan.FromMilliseconds(100) }, options.Queue);
        Assert.Equal((HealthCheckType.Tcp, 5), (options.HealthCheck.Type, options.HealthCheck.Failures));
        Assert.Equal(new EjectionOptions { Failures = 3, Time = TimeSpan.FromSeconds(1), MaxPercent = 30 }, options.Ejection);
    }

    [Theory]
    [InlineData("workers:\n  count: two\n", "test.yml:2: workers.count: 'two' is no whole number.")]
    [InlineData("workers:\n  count: 0\n", "test.yml:2: workers.count: 0 is too small; at least 1.")]
    [InlineData("log:\n  level: debug\nserver:\n  prot: 80\n", "test.yml:4: server.prot is no setting. Did you mean 'port'?")]
    [InlineData("sever:\n  port: 80\n", "test.yml:1: 'sever' is no section. Did you mean 'server'?")]
    [InlineData("pool_size: 80\n", "test.yml:1: 'pool_size' is no section. It belongs below workers, indented.")]
    [InlineData("server:\n  proxy_timeout: 5\n", "test.yml:2: server.proxy_timeout: '5' is no length of time; write one like 250ms, 10s or 1m30s.")]
    [InlineData("server: 8080\n", "test.yml:1: server: settings are expected, as in 'host: ...'.")]
    [InlineData("server:\n  port: 9001\n", "test.yml:2: server.port: 9001 is among the workers' ports (9000 to 9002).")]
    [InlineData("workers:\n  command: run {prot}\n", "test.yml:2: workers.command: {prot} is unknown; {port}, {socket}, {metrics_port}, {metrics_path}, {pool_size}, {worker}.")]
    [InlineData("workers:\n  environment:\n    TOKEN: pass{hunter}\n", "test.yml:3: workers.environment: TOKEN has a name in braces that is unknown; {port}, {socket}, {metrics_port}, {metrics_path}, {pool_size}, {worker}.")]
    [InlineData("workers:\n  environment: TOKEN=a,hunter2\n", "test.yml:2: workers.environment: an item is no NAME=VALUE. Values with commas stand in the file, below the name.")]
    [InlineData("workers:\n  command: run 'x\n", "test.yml:2: workers.command: a quote (') has no end.")]
    [InlineData("workers:\n  min_count: 5\n", "test.yml:2: workers.min_count: 5 is more than workers.count (2).")]
    [InlineData("probes:\n  port: 8080\n", "test.yml:2: probes.port: 8080 is the port of server.port, too.")]
    [InlineData("server:\n  tls_key: nowhere.pem\n", "test.yml:2: server.tls_key: server.tls_certificate must name the file of its certificate.\ntest.yml:2: server.tls_key: there is no file 'nowhere.pem'.")]
    public void A_mistake_is_named_with_its_line(string text, string message)
    {
        var error = Assert.Throws<RelayConfigurationException>(() => Parse(text));
        Assert.Equal(message, error.Message);
        Assert.False(error.IsTransient);
    }

    [Fact]
    public void Every_mistake_is_named()
    {
        var error = Assert.Throws<RelayConfigurationException>(() => Parse("workers:\n  count: x\n  colour: red\nprobes:\n  enabled: perhaps\n", ("METRICS_PORT", "70000")));
        Assert.Equal(
            ["test.yml:2: ", "test.yml:3: ", "test.yml:5: ", "METRICS_PORT: "],
            error.Mistakes.Select(mistake => mistake.Line is { } line ? $"{mistake.Source}:{line}: " : $"{mistake.Source}: "));
    }

    [Fact]
    public void The_line_of_what_is_no_yaml_is_named() =>
        Assert.StartsWith("test.yml:4: this is no YAML", Assert.Throws<RelayConfigurationException>(() => Parse("server:\nhost: \"0.0.0.0\"\nport: 8080\n  proxy_timeout: \"5s\"\n")).Message, StringComparison.Ordinal);

    [Fact]
    public void A_file_that_is_named_must_be_there()
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write("relay.yml", "server:\n  port: 8090\n");
        Assert.Equal(8090, RelayConfiguration.Load(null, name => name == RelayConfiguration.PathVariable ? file : null).Server.Port);
        var error = Assert.Throws<RelayConfigurationException>(() => RelayConfiguration.Load(null, name => name == RelayConfiguration.PathVariable ? file + ".gone" : null));
        Assert.StartsWith("CONFIG_PATH: there is no file", error.Message, StringComparison.Ordinal);
        Assert.Equal(8080, RelayConfiguration.Load(null, _ => null).Server.Port);
    }

    [Fact]
    public void The_file_of_the_deployment_is_right() =>
        Assert.Equal(3, RelayConfiguration.Load(Path.Combine(AppContext.BaseDirectory, "deploy.yml"), _ => null).Workers.Count);

    private static RelayOptions Parse(string text, params (string Name, string Value)[] variables) =>
        RelayConfiguration.Parse("test.yml", text, name => variables.FirstOrDefault(variable => variable.Name == name).Value);

    private static string TextOf(object value) => value switch
    {
        TimeSpan time => $"{time.TotalSeconds}s",
        LogLevel.Debug => "debug",
        _ => $"{value}",
    };
}
