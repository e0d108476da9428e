using System.Text.RegularExpressions;
using Genie.Benchmarks.Commands;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>What a server, or a program with a silo, says on standard error: entries of the console's logger, or of <see cref="StreamLog"/>.</summary>
internal static partial class ServerLog
{
    /// <summary>Leaves out what Orleans warns of, as of a thread pool that is late: on a busy machine that is true, and nothing that the program does.</summary>
    public static string WithoutWarningsOfOrleans(string error) => string.Concat(Entry().Split(error).Where(static entry => !WarningOfOrleans().IsMatch(entry)));

    /// <summary>Leaves out what is told of one check of health, which is looked at now and then.</summary>
    public static string WithoutHealthOf(string check, string error) => string.Concat(Entry().Split(error).Where(entry => !entry.Contains("HealthLog[", StringComparison.Ordinal) || !entry.Contains($"] {check} is ", StringComparison.Ordinal)));

    [GeneratedRegex(@"^(?=(?:\d\S+ )?\w+: \S+\[\d+\] )", RegexOptions.Multiline)]
    private static partial Regex Entry();

    [GeneratedRegex(@"^(?:\d\S+ )?(?:Warning|warn): Orleans\.")]
    private static partial Regex WarningOfOrleans();
}
