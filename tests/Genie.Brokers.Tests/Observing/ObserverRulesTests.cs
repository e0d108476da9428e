using System.Text.RegularExpressions;
using Genie.Testing;

namespace Genie.Brokers.Tests.Observing;

/// <summary>All libraries tell their observers in the one way that guards them.</summary>
public sealed partial class ObserverRulesTests
{
    private static readonly (string Path, string Text)[] Sources =
    [
        .. new[] { "GenieDotNet", "Genie.Extensions.Genius" }
            .SelectMany(static folder => Directory.EnumerateFiles(Path.Combine(RepositoryRoot.Find(), folder), "*.cs", SearchOption.AllDirectories))
            .Where(static path => !path.Contains("/obj/", StringComparison.Ordinal) && !path.Contains("/bin/", StringComparison.Ordinal) && !path.Contains("/Common/", StringComparison.Ordinal))
            .Select(static path => (Path.GetRelativePath(RepositoryRoot.Find(), path), File.ReadAllText(path))),
    ];

    [Fact]
    public void Meters_and_activity_sources_are_guarded_ones()
    {
        var unguarded = Sources.Where(static source => Unguarded().IsMatch(source.Text)).Select(static source => source.Path).ToList();
        Assert.Empty(unguarded);
    }

    [Fact]
    public void Callbacks_that_users_give_are_called_by_the_guard_alone()
    {
        var names = Sources.SelectMany(static source => Callback().Matches(source.Text)).Select(static match => match.Groups[1].Value).ToHashSet(StringComparer.Ordinal);

        // Of the library's own parts to each other, and what adds to a zone server that is being opened: its opening fails.
        names.ExceptWith(["Closed", "Schedule", "Opening"]);
        Assert.Contains("LinkChanged", names);
        Assert.Contains("StateChanged", names);
        var direct = Sources.Where(static source => Path.GetFileName(source.Path) != "WorkerPool.cs").SelectMany(source => Call().Matches(source.Text).Where(call => names.Contains(call.Groups[1].Value)).Select(call => $"{source.Path}: {call.Value}")).ToList();
        Assert.Empty(direct);
    }

    [GeneratedRegex(@"\bMeter \w+( \{ get; \})? = new\(|new (Meter|ActivitySource)\(|\bActivitySource \w+( \{ get; \})? = new\(")]
    private static partial Regex Unguarded();

    [GeneratedRegex(@"public (?:event )?Action(?:<[^;={]*>)?\? (\w+)(?: \{ get; |;)")]
    private static partial Regex Callback();

    [GeneratedRegex(@"\b(\w+)(?:\?\.Invoke|\.Invoke|!)\(")]
    private static partial Regex Call();
}
