namespace Genie.Servers;

/// <summary>
/// A classic ActiveMQ server of one's own: configuration, data and ports are its own, so that it meets neither the system's
/// instances nor another of these. For Artemis see <see cref="ScriptServer"/>.
/// </summary>
public static class ActiveMqServer
{
    /// <summary>The standard port of STOMP.</summary>
    public const int StandardPort = 61613;

    /// <summary>The standard port of OpenWire, and of servers that take all protocols on one port.</summary>
    public const int StandardOpenWirePort = 61616;

    private const string Home = "/usr/share/activemq";

    /// <summary>True if the program is installed (Debian: package <c>activemq</c>).</summary>
    public static bool IsInstalled => File.Exists(Launcher) && Executables.Find("java") is not null;

    private static string Launcher => Path.Combine(Home, "bin", "activemq.jar");

    /// <summary>Starts one that listens on 127.0.0.1 only. It takes some 5 s on a quiet machine.</summary>
    /// <param name="folder">A private folder. Started again on the same one, the server has its persistent messages.</param>
    /// <param name="port">The port of STOMP and OpenWire.</param>
    /// <param name="settings">Users, TLS, or null.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static Task<ServerProcess> StartAsync(string folder, int port, ActiveMqSettings? settings, CancellationToken cancellationToken)
    {
        if (!IsInstalled) throw new ServerException("Classic ActiveMQ is not installed. On Debian: apt-get install activemq, or './genie up activemq --install'.");
        folder = Path.GetFullPath(folder);
        settings ??= new ActiveMqSettings();
        var configuration = ActiveMqFiles.Write(folder, port, settings);
        return ServerProcess.StartAsync(
            new ServerCommand
            {
                Name = "activemq",
                FileName = Executables.Find("java")!,
                Arguments =
                [
                    $"-Xmx{settings.HeapMegabytes}m",
                    "-Djava.awt.headless=true",
                    $"-Djava.io.tmpdir={Path.Combine(folder, ActiveMqFiles.Temporary)}",
                    $"-Dlog4j.configuration=file:{Path.Combine(folder, ActiveMqFiles.Logging)}",
                    $"-Dactivemq.home={Home}",
                    $"-Dactivemq.base={folder}",
                    $"-Dactivemq.conf={folder}",
                    $"-Dactivemq.data={Path.Combine(folder, ActiveMqFiles.Data)}",
                    "-jar", Launcher, "start", $"xbean:file:{configuration}",
                ],
                Folder = folder,
                Port = port,
                FurtherPorts = settings.TlsPort is { } tlsPort ? [tlsPort] : [],
                StartTimeout = TimeSpan.FromMinutes(3),
            },
            cancellationToken);
    }
}
