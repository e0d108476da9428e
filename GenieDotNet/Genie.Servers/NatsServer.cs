namespace Genie.Servers;

/// <summary>A NATS server of one's own.</summary>
public static class NatsServer
{
    /// <summary>The standard port.</summary>
    public const int StandardPort = 4222;

    /// <summary>True if the program is installed (Debian: package <c>nats-server</c>).</summary>
    public static bool IsInstalled => Executables.Find("nats-server") is not null;

    /// <summary>Starts one that listens on 127.0.0.1 only.</summary>
    /// <param name="folder">A private folder.</param>
    /// <param name="port">The port.</param>
    /// <param name="configuration">Lines of nats-server's own configuration (users, TLS, max_payload), or null.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static Task<ServerProcess> StartAsync(string folder, int port, string? configuration, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        List<string> arguments = ["--addr", "127.0.0.1", "--port", $"{port}"];
        if (configuration is not null)
        {
            var file = Path.Combine(folder, "nats.conf");
            File.WriteAllText(file, configuration);
            arguments.AddRange(["--config", file]);
        }

        return ServerProcess.StartAsync(
            new ServerCommand
            {
                Name = "nats",
                FileName = Executables.Find("nats-server") ?? throw new ServerException("nats-server is not installed. On Debian: apt-get install nats-server, or './genie up nats --install'."),
                Arguments = arguments,
                Folder = folder,
                Port = port,
            },
            cancellationToken);
    }
}
