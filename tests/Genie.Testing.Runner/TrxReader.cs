using System.Globalization;
using System.Xml.Linq;

namespace Genie.Testing.Runner;

/// <summary>The result file of <c>dotnet test</c>; nothing in it where a run ended before it wrote one.</summary>
/// <param name="file">Its path.</param>
internal sealed class TrxReader(string file)
{
    private static readonly XNamespace Trx = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";

    private readonly XDocument _run = File.Exists(file) ? XDocument.Load(file) : new XDocument();

    /// <summary>Every outcome in the file.</summary>
    public IReadOnlyList<TestOutcome> ReadOutcomes() => [.. _run.Descendants(Trx + "UnitTestResult").Select(Read)];

    /// <summary>Errors of the run itself, such as a test host that crashed.</summary>
    public IReadOnlyList<string> ReadRunErrors() =>
        [.. _run.Descendants(Trx + "RunInfo").Where(info => (string?)info.Attribute("outcome") is "Error" or "Failed")
            .Select(info => (string?)info.Element(Trx + "Text") ?? "the run failed")];

    /// <summary>The tests that were running when the test host was ended because it stood still.</summary>
    public IReadOnlyList<string> ReadUnfinished()
    {
        var folder = (string?)_run.Descendants(Trx + "Deployment").FirstOrDefault()?.Attribute("runDeploymentRoot") ?? "";
        var attachments = _run.Descendants(Trx + "UriAttachment").Select(each => (string?)each.Element(Trx + "A")?.Attribute("href") ?? "");
        return
        [
            .. attachments.Where(each => Path.GetFileName(each).StartsWith("Sequence_", StringComparison.Ordinal))
                .Select(each => Path.Combine(Path.GetDirectoryName(file)!, folder, "In", each)).Where(File.Exists)
                .SelectMany(each => XDocument.Load(each).Descendants("Test")).Where(test => !((bool?)test.Attribute("Completed") ?? true))
                .Select(test => (string?)test.Attribute("DisplayName") ?? "?").Distinct(),
        ];
    }

    private static TestOutcome Read(XElement result)
    {
        var output = result.Element(Trx + "Output");
        var error = output?.Element(Trx + "ErrorInfo");
        var text = string.Join('\n', new[] { (string?)error?.Element(Trx + "Message"), (string?)error?.Element(Trx + "StackTrace") }.OfType<string>());
        var verdict = (string?)result.Attribute("outcome") switch
        {
            "Passed" => Verdict.Passed,
            "NotExecuted" => Verdict.Skipped,
            _ => Verdict.Failed,
        };
        return new TestOutcome((string?)result.Attribute("testName") ?? "?", verdict, text.Length > 0 ? text : ((string?)output?.Element(Trx + "StdOut") ?? "").Trim(), ElapsedOf(result));
    }

    private static TimeSpan ElapsedOf(XElement result) =>
        TimeSpan.TryParse((string?)result.Attribute("duration"), CultureInfo.InvariantCulture, out var elapsed) ? elapsed : default;
}
