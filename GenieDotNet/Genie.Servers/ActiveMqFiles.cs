using System.Security;

namespace Genie.Servers;

/// <summary>The files that a classic ActiveMQ server of one's own reads when it starts.</summary>
internal static class ActiveMqFiles
{
    public const string Logging = "log4j.properties";
    public const string Data = "data";
    public const string Temporary = "tmp";
    private const string Configuration = "activemq.xml";

    private const string LoggingLines =
        """
        log4j.rootLogger=INFO, out
        log4j.appender.out=org.apache.log4j.ConsoleAppender
        log4j.appender.out.layout=org.apache.log4j.PatternLayout
        log4j.appender.out.layout.ConversionPattern=%d %-5p %c{1} - %m%n
        """;

    /// <summary>Writes them and returns the path of the server's own configuration.</summary>
    public static string Write(string folder, int port, ActiveMqSettings settings)
    {
        Directory.CreateDirectory(Path.Combine(folder, Temporary));
        File.WriteAllText(Path.Combine(folder, Logging), LoggingLines);
        var configuration = Path.Combine(folder, Configuration);
        File.WriteAllText(configuration, ConfigurationOf(Path.Combine(folder, Data), port, settings));
        return configuration;
    }

    // Queues that the server made itself go when they are empty and unused. Nagle's algorithm is off, which OpenWire's own
    // handshake sees to but STOMP's does not.
    private static string ConfigurationOf(string data, int port, ActiveMqSettings settings) =>
        $"""
        <beans xmlns="http://www.springframework.org/schema/beans" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.springframework.org/schema/beans http://www.springframework.org/schema/beans/spring-beans-2.0.xsd
              http://activemq.apache.org/schema/core http://activemq.apache.org/schema/core/activemq-core.xsd">
          <broker xmlns="http://activemq.apache.org/schema/core" brokerName="genie" useJmx="false" useShutdownHook="true"
              dataDirectory="{Escape(data)}" schedulePeriodForDestinationPurge="10000">
            <destinationPolicy><policyMap><policyEntries>
              <policyEntry queue="&gt;" gcInactiveDestinations="true" inactiveTimeoutBeforeGC="30000"/>
            </policyEntries></policyMap></destinationPolicy>
            <persistenceAdapter><kahaDB directory="{Escape(Path.Combine(data, "kahadb"))}"/></persistenceAdapter>
            {PluginsOf(settings)}
            {SslOf(settings)}
            <transportConnectors>
              {ConnectorOf("auto", port)}
              {(settings.TlsPort is { } tlsPort ? ConnectorOf("auto+ssl", tlsPort) : "")}
            </transportConnectors>
          </broker>
        </beans>
        """;

    // The server tells STOMP and OpenWire apart by their first bytes.
    private static string ConnectorOf(string scheme, int port) =>
        $"""<transportConnector name="{scheme}" uri="{scheme}://127.0.0.1:{port}?transport.tcpNoDelay=true"/>""";

    private static string SslOf(ActiveMqSettings settings) => settings.TlsPort is null ? "" :
        $"""
        <sslContext><sslContext keyStore="file:{Escape(settings.TlsKeyStoreFile)}" keyStoreType="PKCS12" keyStorePassword="{Escape(settings.TlsKeyStorePassword)}"/></sslContext>
        """;

    // Of several entries that match a queue, each adds to what is allowed.
    private static string PluginsOf(ActiveMqSettings settings) => settings.User.Length == 0 ? "" :
        $"""
        <plugins>
          <simpleAuthenticationPlugin anonymousAccessAllowed="false"><users>
            <authenticationUser username="{Escape(settings.User)}" password="{Escape(settings.Password)}" groups="users"/>
          </users></simpleAuthenticationPlugin>
          <authorizationPlugin><map><authorizationMap><authorizationEntries>
            <authorizationEntry queue="&gt;" read="users" write="nobody" admin="users"/>
            <authorizationEntry queue="{Escape(settings.WritableQueues)}" read="users" write="users" admin="users"/>
            <authorizationEntry topic="&gt;" read="users" write="users" admin="users"/>
          </authorizationEntries></authorizationMap></map></authorizationPlugin>
        </plugins>
        """;

    private static string Escape(string text) => SecurityElement.Escape(text);
}
