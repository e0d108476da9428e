using System.Diagnostics;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Aeron.Tests.Foreign;

/// <summary>Programs of Aeron's Java samples, from the jar that lies beside the media driver's start script.</summary>
/// <param name="folder">The media driver's.</param>
internal sealed class JavaSamples(string folder)
{
    public const int PingStream = 1002;
    public const int PongStream = 1003;

    private static readonly ForeignProgram Java = new("java", "openjdk-17-jre-headless");

    /// <summary>Why tests with it must be skipped, or null.</summary>
    public static string? WhyUnavailable() => Jars is null ? "no jar with Aeron's samples beside the media driver's start script (lib/*.jar)" : Java.WhyUnavailable();

    /// <summary>Starts one.</summary>
    /// <param name="sample">Its class.</param>
    /// <param name="settings">Its settings without what all begin with.</param>
    public Process Start(string sample, params string[] settings) => Java.Start(Arguments(sample, settings));

    /// <summary>Runs one to its end.</summary>
    /// <param name="sample">Its class.</param>
    /// <param name="input">What it reads.</param>
    /// <param name="settings">Its settings without what all begin with.</param>
    public Task<string[]> RunAsync(string sample, string input, params string[] settings) => Java.RunAsync(input, Arguments(sample, settings));

    private static string? Jars => ScriptServer.Find("aeron") is { } script && Path.Combine(Path.GetDirectoryName(script)!, "lib") is var lib
        && Directory.Exists(lib) && Directory.EnumerateFiles(lib, "*.jar").Any() ? Path.Combine(lib, "*") : null;

    private string[] Arguments(string sample, string[] settings) =>
    [
        "-Xmx64m", "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
        $"-Daeron.dir={folder}", .. settings.Select(setting => $"-Daeron.sample.{setting}"), "-cp", Jars!, $"io.aeron.samples.{sample}",
    ];
}
