using System.Text;

namespace Genie.Servers;

/// <summary>A Redis server of one's own, with an append-only file in its folder and no snapshots beside it.</summary>
public static class RedisServer
{
    /// <summary>The standard port.</summary>
    public const int StandardPort = 6379;

    /// <summary>True if the program is installed (Debian: package <c>redis-server</c>).</summary>
    public static bool IsInstalled => Executables.Find("redis-server") is not null;

    /// <summary>Starts one that listens on 127.0.0.1 only.</summary>
    /// <param name="folder">A private folder. Started again on the same one, the server has its streams and messages.</param>
    /// <param name="port">The port.</param>
    /// <param name="settings">Password, TLS, how it writes to disk and further configuration, or null.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static Task<ServerProcess> StartAsync(string folder, int port, RedisSettings? settings, CancellationToken cancellationToken)
    {
        folder = Path.GetFullPath(folder);
        Directory.CreateDirectory(folder);
        settings ??= new RedisSettings();
        var configuration = Path.Combine(folder, "redis.conf");
        File.WriteAllText(configuration, ConfigurationOf(folder, port, settings));
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(configuration, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        return ServerProcess.StartAsync(
            new ServerCommand
            {
                Name = "redis",
                FileName = Executables.Find("redis-server") ?? throw new ServerException("redis-server is not installed. On Debian: apt-get install redis-server, or './genie up redis --install'."),
                Arguments = [configuration],
                Folder = folder,
                Port = port,
                FurtherPorts = settings.TlsPort is { } tlsPort ? [tlsPort] : [],
            },
            cancellationToken);
    }

    private static string ConfigurationOf(string folder, int port, RedisSettings settings)
    {
        var lines = new StringBuilder();
        lines.AppendLine("bind 127.0.0.1")
            .AppendLine($"port {port}")
            .AppendLine($"dir \"{folder}\"")
            .AppendLine("daemonize no")
            .AppendLine("save \"\"")
            .AppendLine("appendonly yes")
            .AppendLine($"appendfsync {(settings.SynchronisesAlways ? "always" : "everysec")}");
        if (settings.Password.Length > 0) lines.AppendLine($"requirepass \"{settings.Password}\"");
        if (settings.TlsPort is { } tlsPort)
        {
            lines.AppendLine($"tls-port {tlsPort}")
                .AppendLine($"tls-cert-file {settings.TlsCertificateFile}")
                .AppendLine($"tls-key-file {settings.TlsKeyFile}")
                .AppendLine("tls-auth-clients no");
        }

        return lines.AppendLine(settings.Configuration).ToString();
    }
}
