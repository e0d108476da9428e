namespace Genie.Servers;

/// <summary>
/// A RabbitMQ node of one's own: name, cookie, ports, data and Erlang port mapper (epmd) are its own, so that it meets
/// neither the system's node nor another of these.
/// </summary>
public static class RabbitMqServer
{
    /// <summary>The standard port of AMQP 0-9-1.</summary>
    public const int StandardPort = 5672;

    // The shell becomes the node (exec), so the process that is watched and killed is the node itself. Erlang starts a port
    // mapper that outlives every node; this one is the node's child instead and the kernel ends it with the node, even after
    // SIGKILL. The node finds it there and starts none.
    private const string StartScript =
        """
        setpriv --pdeathsig KILL epmd -port "$ERL_EPMD_PORT" -address 127.0.0.1 &
        until epmd -port "$ERL_EPMD_PORT" -names >/dev/null 2>&1; do
          kill -0 $! || { echo "the Erlang port mapper (epmd) did not start on port $ERL_EPMD_PORT"; exit 1; }
          sleep 0.05
        done
        exec "$0"
        """;

    // Debian's command of the same name insists on the user rabbitmq and the system's folders; this is what it calls.
    private static readonly string[] ServerScripts = ["/usr/lib/rabbitmq/bin/rabbitmq-server", "/usr/local/opt/rabbitmq/sbin/rabbitmq-server"];

    /// <summary>True if the program is installed (Debian: package <c>rabbitmq-server</c>).</summary>
    public static bool IsInstalled => FindScript() is not null && Executables.Find("epmd") is not null && Executables.Find("setpriv") is not null;

    /// <summary>Starts one that listens on 127.0.0.1 only. On an empty folder it takes some 5 s.</summary>
    /// <param name="folder">A private folder. Started again on the same one, the node has its queues and messages.</param>
    /// <param name="port">The port of AMQP 0-9-1.</param>
    /// <param name="settings">Users, TLS and further configuration, or null.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static Task<ServerProcess> StartAsync(string folder, int port, RabbitMqSettings? settings, CancellationToken cancellationToken)
    {
        folder = Path.GetFullPath(folder);
        RabbitMqFiles.Write(folder, port, settings ?? new RabbitMqSettings());
        var script = FindScript() ?? throw new ServerException("rabbitmq-server is not installed. On Debian: apt-get install rabbitmq-server, or './genie up rabbitmq --install'.");
        return ServerProcess.StartAsync(
            new ServerCommand
            {
                Name = "rabbitmq",
                FileName = "/bin/sh",
                Arguments = ["-c", StartScript, script],
                Environment = Environment(folder, port),
                Folder = folder,
                Port = port,
                FurtherPorts = settings?.TlsPort is { } tlsPort ? [tlsPort] : [],
                StartTimeout = TimeSpan.FromMinutes(3),
            },
            cancellationToken);
    }

    private static string? FindScript() => ServerScripts.FirstOrDefault(File.Exists);

    private static Dictionary<string, string> Environment(string folder, int port) => new()
    {
        ["HOME"] = folder,
        ["RABBITMQ_NODENAME"] = $"genie-{port}@localhost",
        ["RABBITMQ_MNESIA_BASE"] = Path.Combine(folder, "data"),
        ["RABBITMQ_LOG_BASE"] = Path.Combine(folder, "log"),
        ["RABBITMQ_LOGS"] = "-",
        ["RABBITMQ_CONFIG_FILE"] = Path.Combine(folder, RabbitMqFiles.Configuration),
        ["RABBITMQ_ENABLED_PLUGINS_FILE"] = Path.Combine(folder, RabbitMqFiles.Plugins),

        // A file that does not exist: the system's own would win over these variables.
        ["RABBITMQ_CONF_ENV_FILE"] = Path.Combine(folder, "rabbitmq-env.conf"),
        ["RABBITMQ_DIST_PORT"] = $"{Ports.PickFree()}",
        ["RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS"] = "-kernel inet_dist_use_interface {127,0,0,1} -start_epmd false",
        ["ERL_EPMD_PORT"] = $"{Ports.PickFree()}",
        ["ERL_EPMD_ADDRESS"] = "127.0.0.1",

        // Makes the server's script become the Erlang machine, which then shuts down gracefully on SIGTERM by itself.
        ["RUNNING_UNDER_SYSTEMD"] = "true",
    };
}
