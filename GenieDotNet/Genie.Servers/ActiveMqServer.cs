using System.Xml.Linq;

namespace Genie.Servers;

/// <summary>A classic ActiveMQ broker of one's own, from Debian's package, with its own configuration and data.</summary>
public static class ActiveMqServer
{
    /// <summary>The standard port of STOMP.</summary>
    public const int StandardPort = 61613;

    private const string Home = "/usr/share/activemq";
    private static readonly string Launcher = Path.Combine(Home, "bin", "activemq.jar");
    private static readonly XNamespace Beans = "http://www.springframework.org/schema/beans";
    private static readonly XNamespace Instance = "http://www.w3.org/2001/XMLSchema-instance";
    private static readonly XNamespace Core = "http://activemq.apache.org/schema/core";

    /// <summary>True if the program is installed (Debian: package <c>activemq</c>).</summary>
    public static bool IsInstalled => File.Exists(Launcher) && Executables.Find("java") is not null;

    /// <summary>Starts one that listens on 127.0.0.1 only.</summary>
    /// <param name="folder">A private folder. Started again on the same one, the broker has its queues and messages.</param>
    /// <param name="port">The port of STOMP.</param>
    /// <param name="settings">OpenWire and users, or null.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static Task<ServerProcess> StartAsync(string folder, int port, ActiveMqSettings? settings, CancellationToken cancellationToken)
    {
        if (!IsInstalled) throw new ServerException("ActiveMQ is not installed. On Debian: apt-get install activemq, or './genie up activemq --install'.");
        folder = Path.GetFullPath(folder);
        var configuration = Path.Combine(folder, "conf", "activemq.xml");
        Directory.CreateDirectory(Path.GetDirectoryName(configuration)!);
        Configuration(port, settings ?? new ActiveMqSettings()).Save(configuration);
        return ServerProcess.StartAsync(
            new ServerCommand
            {
                Name = "activemq",
                FileName = Executables.Find("java")!,
                Arguments =
                [
                    "-Xms128m", "-Xmx512m", $"-Dactivemq.home={Home}", $"-Dactivemq.base={folder}", $"-Dactivemq.conf={folder}/conf", $"-Dactivemq.data={folder}/data",
                    $"-Dactivemq.classpath={folder}/conf", "-jar", Launcher, "start", $"xbean:file:{configuration}",
                ],
                Folder = folder,
                Port = port,
                StartTimeout = TimeSpan.FromMinutes(3),
            },
            cancellationToken);
    }

    private static XElement Configuration(int port, ActiveMqSettings settings) => new(
        Beans + "beans",
        new XAttribute(Instance + "schemaLocation", $"{Beans} {Beans}/spring-beans-2.0.xsd {Core} {Core}/activemq-core.xsd"),
        new XElement(Core + "broker",
            new XAttribute("useJmx", "false"), new XAttribute("brokerName", "localhost"), new XAttribute("dataDirectory", "${activemq.data}"),
            settings.Password.Length > 0 ? new XElement(Core + "plugins", Authentication(settings)) : null,
            new XElement(Core + "persistenceAdapter", new XElement(Core + "kahaDB", new XAttribute("directory", "${activemq.data}/kahadb"))),
            new XElement(Core + "transportConnectors",
                Connector("stomp", $"stomp+nio://127.0.0.1:{port}?transport.tcpNoDelay=true"),
                settings.OpenWirePort is { } openWire ? Connector("openwire", $"nio://127.0.0.1:{openWire}") : null)),
        new XElement(Beans + "bean", new XAttribute("class", "org.springframework.beans.factory.config.PropertyPlaceholderConfigurer")));

    private static XElement Connector(string name, string uri) => new(Core + "transportConnector", new XAttribute("name", name), new XAttribute("uri", uri));

    private static XElement Authentication(ActiveMqSettings settings) => new(
        Core + "simpleAuthenticationPlugin", new XAttribute("anonymousAccessAllowed", "false"),
        new XElement(Core + "users", new XElement(Core + "authenticationUser",
            new XAttribute("username", settings.User), new XAttribute("password", settings.Password), new XAttribute("groups", "users"))));
}
