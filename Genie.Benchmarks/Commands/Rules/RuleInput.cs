using System.CommandLine;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary>What is given on the command line, or on standard input.</summary>
internal static class RuleInput
{
    /// <summary>The argument itself; all of standard input where it is <c>-</c>.</summary>
    public static async Task<string> ReadAsync(string argument, ParseResult parsed, CancellationToken cancellationToken) =>
        argument == "-" ? await parsed.Streams().Input.ReadToEndAsync(cancellationToken).ConfigureAwait(false) : argument;
}
