using Genie.Testing;
using Genie.Testing.Runner;

namespace Genie.Servers.Tests.Runner;

public sealed class TrxReaderTests : IDisposable
{
    private const string Results = """
        <TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
          <UnitTestResult testName="A.Good" outcome="Passed" />
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
                new("A.Good", Verdict.Passed, ""), new("A.Bad(x: 1)", Verdict.Failed, "1 is not 2\nat A.Bad"),
                new("A.Left", Verdict.Skipped, "no server"), new TestOutcome("A.Odd", Verdict.Failed, ""),
            ],
            new TrxReader(_folder.Write("r.trx", Results)).ReadOutcomes());
    }

    [Fact]
    public void A_crashed_host_is_reported() =>
        Assert.Equal(["the host crashed"], new TrxReader(_folder.Write("r.trx", Results)).ReadRunErrors());

    [Fact]
    public void The_last_line_is_the_sum_and_reasons_of_skips_stand_above_it()
    {
        using var output = new StringWriter();
        var summary = new Summary(output);
        ProjectResult one = new("One.Tests", new TrxReader(_folder.Write("r.trx", Results)).ReadOutcomes(), ["crashed"], TimeSpan.FromSeconds(1));
        ProjectResult two = new("Two.Tests", [new("B.Left", Verdict.Skipped, "no\nclient")], [], TimeSpan.FromSeconds(1));
        summary.Write(one);
        summary.WriteEnd([one, two]);
        var lines = output.ToString().Trim().Split('\n').Select(line => line.TrimEnd('\r')).ToArray();
        Assert.Equal("1 passed, 3 failed, 2 skipped", lines[^1]);
        Assert.Equal("skipped:    1 of Two.Tests: no client", lines[^2]);
        Assert.Contains("    1 is not 2", lines);
    }

    public void Dispose() => _folder.Dispose();
}
