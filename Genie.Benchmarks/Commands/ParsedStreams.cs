using System.CommandLine;

namespace Genie.Benchmarks.Commands;

/// <summary>Finds what an invocation reads and writes.</summary>
internal static class ParsedStreams
{
    /// <summary>The streams that were given to <see cref="CommandLine.RunAsync"/>.</summary>
    public static CommandStreams Streams(this ParseResult parsed) => (CommandStreams)parsed.InvocationConfiguration;
}
