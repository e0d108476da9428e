using System.Text.Json;
using Genie.Testing;
using Genie.Testing.Runner;

namespace Genie.Servers.Tests.Runner;

public sealed class TrxReaderTests : IDisposable
{
    private const string Results = """
        <TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
          <UnitTestResult testName="A.Good" outcome="Passed" duration="00:00:01.2000000" />
          <UnitTestResult testName="A.Bad(x: 1)" outcome="Failed"><Output><ErrorInfo><Message>1 is not 2</Message><StackTrace>at A.Bad</StackTrace></ErrorInfo></Output></UnitTestResult>
          <UnitTestResult testName="A.Left" outcome="NotExecuted"><Output><StdOut>no server</StdOut></Output></UnitTestResult>
          <UnitTestResult testName="A.Odd" outcome="Timeout" />
        </Results><ResultSummary outcome="Failed"><RunInfos><RunInfo outcome="Error"><Text>the host crashed</Text></RunInfo><RunInfo outcome="Warning"><Text>nothing</Text></RunInfo></RunInfos></ResultSummary></TestRun>
        """;

    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void Every_outcome_is_read_and_what_is_neither_passed_nor_skipped_failed()
    {
        Assert.Equal(
            [
                new("A.Good", Verdict.Passed, "", TimeSpan.FromSeconds(1.2)), new("A.Bad(x: 1)", Verdict.Failed, "1 is not 2\nat A.Bad"),
                new("A.Left", Verdict.Skipped, "no server"), new TestOutcome("A.Odd", Verdict.Failed, ""),
            ],
            new TrxReader(_folder.Write("r.trx", Results)).ReadOutcomes());
    }

    [Fact]
    public void A_crashed_host_is_reported() =>
        Assert.Equal(["the host crashed"], new TrxReader(_folder.Write("r.trx", Results)).ReadRunErrors());

    [Fact]
    public void The_end_names_the_slowest_the_skipped_and_the_failed_and_closes_with_the_sum()
    {
        using var output = new StringWriter();
        var summary = new Summary(output);
        ProjectResult one = new("One.Tests", new TrxReader(_folder.Write("r.trx", Results)).ReadOutcomes(), ["crashed"], TimeSpan.FromSeconds(1));
        ProjectResult two = new("Two.Tests", [new("B.Left", Verdict.Skipped, "no\nclient"), new("Two.Tests.Long", Verdict.Passed, "", TimeSpan.FromSeconds(80))], [], TimeSpan.FromSeconds(1));
        summary.Write(one);
        summary.WriteEnd([one, two], TimeSpan.FromSeconds(90));
        var lines = output.ToString().Trim().Split('\n').Select(line => line.TrimEnd('\r')).ToArray();
        Assert.Equal(["skipped:    1 of Two.Tests: no client", "failed: One.Tests: A.Bad(x: 1)", "failed: One.Tests: A.Odd", "failed: One.Tests: crashed", "2 passed, 3 failed, 2 skipped"], lines[^5..]);
        Assert.Contains("    1 is not 2", lines);
        Assert.Equal(["1.5 minutes; the 10 slowest tests:", "    80.0 s  Two.Tests.Long", "     1.2 s  One.Tests: A.Good"], lines.SkipWhile(line => !line.Contains("slowest", StringComparison.Ordinal)).Take(3));
    }

    [Fact]
    public void What_fails_now_and_then_is_counted_over_several_runs()
    {
        using var output = new StringWriter();
        ProjectResult red = new("A", [new("A.T", Verdict.Failed, "x")], [], default);
        ProjectResult green = new("A", [new("A.T", Verdict.Passed, "")], [], default);
        new Summary(output).WriteRepeated([[red], [green], [red]]);
        Assert.Equal("failed in 2 of 3 runs: A: A.T", output.ToString().Trim());
    }

    [Fact]
    public void Seconds_of_projects_and_tests_are_kept_the_longest_first()
    {
        Durations.Write(_folder.Path, [new("A", [new("A.Short", Verdict.Passed, "", TimeSpan.FromSeconds(1)), new("A.Long", Verdict.Failed, "", TimeSpan.FromSeconds(2.5))], [], TimeSpan.FromSeconds(4)), new("B", [], [], TimeSpan.FromSeconds(5))]);
        var projects = JsonDocument.Parse(File.ReadAllText(Path.Combine(_folder.Path, "durations.json"))).RootElement.GetProperty("projects");
        Assert.Equal(["B", "A"], projects.EnumerateArray().Select(project => project.GetProperty("name").GetString()));
        Assert.Equal([("A.Long", 2.5), ("A.Short", 1)], projects[1].GetProperty("tests").EnumerateArray().Select(test => (test.GetProperty("name").GetString()!, test.GetProperty("seconds").GetDouble())));
    }

    public void Dispose() => _folder.Dispose();
}
