namespace Genie.Servers.Releases;

/// <summary>A Pulsar broker of one's own from Apache's release, with one bookie and its metadata in the same process (<c>pulsar standalone</c>).</summary>
internal static class ReleasedPulsar
{
    // Its HTTP port, where drivers ask for the broker's settings.
    private const int WebPort = 8080;
    private const string Settings = "standalone.conf";

    // What bin/pulsar of the release opens to it.
    private static readonly string[] Opened =
    [
        "java.base/java.io", "java.base/java.lang", "java.base/java.nio", "java.base/java.util.zip", "java.base/sun.net", "java.base/jdk.internal.misc", "java.base/jdk.internal.platform",
        "java.management/sun.management", "jdk.management/com.sun.management.internal",
    ];

    /// <summary>Starts it on 127.0.0.1.</summary>
    /// <param name="home">The unpacked release.</param>
    /// <param name="folder">A private folder. Started again on the same one, the broker has its messages.</param>
    /// <param name="port">The port of its clients.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static async Task<ServerProcess> StartAsync(string home, string folder, int port, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        var (settings, webPort) = (Path.Combine(folder, Settings), Ports.PickFree(WebPort));
        await File.WriteAllTextAsync(settings, SettingsOf(port, webPort), cancellationToken).ConfigureAwait(false);
        string[] arguments =
        [
            "-Xmx1g", "-XX:MaxDirectMemorySize=512m", .. Opened.SelectMany(package => (string[])["--add-opens", $"{package}=ALL-UNNAMED"]),
            "-Dio.netty.tryReflectionSetAccessible=true", $"-Dlog4j2.configurationFile={ConsoleLogging.Write(folder)}",
            "-cp", $"{home}/lib/*", "org.apache.pulsar.PulsarStandaloneStarter", "--config", settings,
            "--metadata-dir", Path.Combine(folder, "metadata"), "--bookkeeper-dir", Path.Combine(folder, "bookkeeper"), "--num-bookies", "1",
            "--advertised-address", "127.0.0.1", "--no-functions-worker", "--no-stream-storage",
        ];
        return await ServerProcess.StartAsync(JavaRuntime.Command("pulsar", folder, port, arguments) with { FurtherPorts = [webPort] }, cancellationToken).ConfigureAwait(false);
    }

    // A subscription that has caught up looks for new messages at once, as in docker-compose.yml. The bookie is told that loopback will do; its disk
    // may be as full as a machine's that is in use.
    private static string SettingsOf(int port, int webPort) =>
        $"""
        clusterName=standalone
        bindAddress=127.0.0.1
        advertisedAddress=127.0.0.1
        brokerServicePort={port}
        webServicePort={webPort}
        metadataStoreUrl=
        configurationMetadataStoreUrl=
        managedLedgerDefaultEnsembleSize=1
        managedLedgerDefaultWriteQuorum=1
        managedLedgerDefaultAckQuorum=1
        managedLedgerNewEntriesCheckDelayInMillis=0
        acknowledgmentAtBatchIndexLevelEnabled=true
        functionsWorkerEnabled=false
        transactionCoordinatorEnabled=false
        loadBalancerEnabled=false
        listeningInterface=lo
        allowLoopback=true
        journalMaxGroupWaitMSec=1
        diskUsageThreshold=0.99
        diskUsageWarnThreshold=0.98

        """;
}
