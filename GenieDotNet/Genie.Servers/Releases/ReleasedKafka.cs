namespace Genie.Servers.Releases;

/// <summary>A Kafka broker of one's own from Apache's release: one node in KRaft mode, which is its own controller.</summary>
internal static class ReleasedKafka
{
    // Any will do: a cluster of one node meets no other.
    private const string ClusterId = "R2VuaWVEb3ROZXQtb25lLQ";
    private const string Settings = "server.properties";
    private const string Data = "log";

    /// <summary>Starts it on 127.0.0.1.</summary>
    /// <param name="home">The unpacked release.</param>
    /// <param name="folder">A private folder. Started again on the same one, the broker has its topics.</param>
    /// <param name="port">The port of its clients.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static async Task<ServerProcess> StartAsync(string home, string folder, int port, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        var settings = Path.Combine(folder, Settings);
        await File.WriteAllTextAsync(settings, SettingsOf(folder, port, Ports.PickFree()), cancellationToken).ConfigureAwait(false);
        string[] java = ["-Xmx512m", "-XX:+UseG1GC", $"-Dlog4j2.configurationFile={ConsoleLogging.Write(folder)}", "-cp", $"{home}/libs/*"];
        if (!File.Exists(Path.Combine(folder, Data, "meta.properties"))) await FormatAsync(java, settings, cancellationToken).ConfigureAwait(false);
        return await ServerProcess.StartAsync(JavaRuntime.Command("kafka", folder, port, [.. java, "kafka.Kafka", settings]), cancellationToken).ConfigureAwait(false);
    }

    // As many partitions, and as few copies of what the broker keeps for itself, as docker-compose.yml asks for.
    private static string SettingsOf(string folder, int port, int controllerPort) =>
        $"""
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@127.0.0.1:{controllerPort}
        controller.listener.names=CONTROLLER
        listeners=CLIENTS://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controllerPort}
        advertised.listeners=CLIENTS://127.0.0.1:{port}
        listener.security.protocol.map=CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT
        inter.broker.listener.name=CLIENTS
        log.dirs={Path.Combine(folder, Data)}
        num.partitions=8
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=8
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        transaction.state.log.num.partitions=4
        share.coordinator.state.topic.replication.factor=1
        share.coordinator.state.topic.min.isr=1
        share.coordinator.state.topic.num.partitions=4
        group.initial.rebalance.delay.ms=0
        log.cleaner.dedupe.buffer.size=16777216

        """;

    private static async Task FormatAsync(IEnumerable<string> java, string settings, CancellationToken cancellationToken)
    {
        var command = JavaRuntime.Command("kafka", Path.GetDirectoryName(settings)!, 0, [.. java, "kafka.tools.StorageTool", "format", "-t", ClusterId, "-c", settings]);
        var (exitCode, output) = await ProgramRun.RunAsync(command.FileName, command.Arguments, cancellationToken).ConfigureAwait(false);
        if (exitCode != 0) throw new ServerException($"kafka: its folder {command.Folder} could not be formatted (code {exitCode}):\n{output.Trim()}");
    }
}
