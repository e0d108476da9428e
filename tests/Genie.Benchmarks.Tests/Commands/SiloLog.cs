using System.Text.RegularExpressions;
using Genie.Benchmarks.Commands;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>What a program with a silo says on standard error: entries of the console's logger, or of <see cref="StreamLog"/>.</summary>
internal static partial class SiloLog
{
    /// <summary>Leaves out what Orleans warns of, as of a thread pool that is late: on a busy machine that is true, and nothing that the program does.</summary>
    public static string WithoutWarningsOfOrleans(string error) => string.Concat(Entry().Split(error).Where(static entry => !WarningOfOrleans().IsMatch(entry)));

    [GeneratedRegex(@"^(?=(?:\d\S+ )?\w+: \S+\[\d+\] )", RegexOptions.Multiline)]
    private static partial Regex Entry();

    [GeneratedRegex(@"^(?:\d\S+ )?(?:Warning|warn): Orleans\.")]
    private static partial Regex WarningOfOrleans();
}
