using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Tests.Commands;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Reporting;

public sealed class ReportCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Makes_both_reports_of_a_file()
    {
        var (json, markdown) = (Path.Combine(_folder.Path, "r.json"), Path.Combine(_folder.Path, "r.md"));
        await ResultsFile.WriteAsync(json, SampleResults.Create(), CancellationToken.None);

        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["report", json, "--markdown", markdown, "--quiet"])).ExitCode);

        Assert.StartsWith("<!DOCTYPE html>", await File.ReadAllTextAsync(Path.Combine(_folder.Path, "report.html")), StringComparison.Ordinal);
        Assert.Equal(MarkdownReport.Create(SampleResults.Create()), await File.ReadAllTextAsync(markdown));
    }

    [Fact]
    public async Task A_file_that_is_not_there_or_holds_something_else_is_a_bad_argument()
    {
        var other = Path.Combine(_folder.Path, "other.json");
        await File.WriteAllTextAsync(other, "{}");
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync(["report", Path.Combine(_folder.Path, "nowhere.json")])).ExitCode);
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync(["report", other])).ExitCode);
        Assert.False(File.Exists(Path.Combine(_folder.Path, "report.html")));
    }
}
