using System.Security;

namespace Genie.Servers.Releases;

/// <summary>
/// An Artemis broker of one's own from Apache's release: its configuration is written here and given to its embedded server, so that neither
/// <c>artemis create</c> nor a console of its own is needed.
/// </summary>
internal static class ReleasedArtemis
{
    private const string Configuration = "etc";

    /// <summary>Starts it on 127.0.0.1; whoever reaches it there is let in.</summary>
    /// <param name="home">The unpacked release.</param>
    /// <param name="folder">A private folder. Started again on the same one, the broker has its durable messages.</param>
    /// <param name="port">The port of STOMP, OpenWire, AMQP and Core, which it tells apart by their first bytes.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static async Task<ServerProcess> StartAsync(string home, string folder, int port, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path.Combine(folder, Configuration));
        await File.WriteAllTextAsync(Path.Combine(folder, Configuration, "broker.xml"), BrokerOf(folder, port), cancellationToken).ConfigureAwait(false);
        string[] arguments =
        [
            "-Xmx512m", "-XX:+UseG1GC", $"-Dlog4j2.configurationFile={ConsoleLogging.Write(folder)}",
            "-cp", $"{home}/lib/*", "org.apache.activemq.artemis.core.server.embedded.Main", folder,
        ];
        return await ServerProcess.StartAsync(JavaRuntime.Command("activemq", folder, port, arguments), cancellationToken).ConfigureAwait(false);
    }

    // The prefixes are those by which classic ActiveMQ's clients name queues and topics.
    private static string BrokerOf(string folder, int port) =>
        $"""
        <?xml version="1.0"?>
        <configuration xmlns="urn:activemq"><core xmlns="urn:activemq:core">
          <name>genie</name>
          <security-enabled>false</security-enabled>
          <journal-type>NIO</journal-type>
          <bindings-directory>{Escaped(folder, "bindings")}</bindings-directory>
          <journal-directory>{Escaped(folder, "journal")}</journal-directory>
          <large-messages-directory>{Escaped(folder, "large-messages")}</large-messages-directory>
          <paging-directory>{Escaped(folder, "paging")}</paging-directory>
          <acceptors>
            <acceptor name="all">tcp://127.0.0.1:{port}?protocols=CORE,OPENWIRE,STOMP,AMQP;anycastPrefix=/queue/;multicastPrefix=/topic/</acceptor>
          </acceptors>
          <address-settings><address-setting match="#">
            <max-delivery-attempts>10</max-delivery-attempts>
            <dead-letter-address>DLQ</dead-letter-address>
            <expiry-address>ExpiryQueue</expiry-address>
            <auto-create-dead-letter-resources>true</auto-create-dead-letter-resources>
            <auto-create-expiry-resources>true</auto-create-expiry-resources>
            <address-full-policy>PAGE</address-full-policy>
          </address-setting></address-settings>
        </core></configuration>

        """;

    private static string Escaped(string folder, string name) => SecurityElement.Escape(Path.Combine(folder, name));
}
