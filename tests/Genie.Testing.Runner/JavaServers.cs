namespace Genie.Testing.Runner;

/// <summary>What the Java servers of tests are told, which live for seconds: measurements of <c>genie bench</c> start theirs without it.</summary>
internal static class JavaServers
{
    /// <summary>The variable whose options every Java machine reads (JVM Tool Interface specification, section "The JAVA_TOOL_OPTIONS Environment Variable").</summary>
    public const string Variable = "JAVA_TOOL_OPTIONS";

    // The compiler of long runs, which this leaves out, takes half of the processor time of a start: 4.3 s instead of 7.9 s for Kafka, 13 instead of 26 for Pulsar.
    // What it would tell other programs about itself is a file in the temporary folder that stays when it is killed.
    private const string Options = "-XX:TieredStopAtLevel=1 -XX:-UsePerfData";

    /// <summary>Adds them to the environment of a test project, unless the user has options of his own.</summary>
    public static void Tell(IDictionary<string, string?> environment) => environment.TryAdd(Variable, Options);
}
