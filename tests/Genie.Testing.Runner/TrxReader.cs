using System.Xml.Linq;

namespace Genie.Testing.Runner;

/// <summary>Reads the result file of <c>dotnet test</c>.</summary>
internal static class TrxReader
{
    private static readonly XNamespace Trx = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";

    /// <summary>Every outcome in the file.</summary>
    public static IReadOnlyList<TestOutcome> Read(string file) =>
        [.. XDocument.Load(file).Descendants(Trx + "UnitTestResult").Select(Read)];

    /// <summary>Errors of the run itself, such as a test host that crashed.</summary>
    public static IReadOnlyList<string> ReadRunErrors(string file) =>
        [.. XDocument.Load(file).Descendants(Trx + "RunInfo").Where(info => (string?)info.Attribute("outcome") is "Error" or "Failed")
            .Select(info => (string?)info.Element(Trx + "Text") ?? "the run failed")];

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
        return new TestOutcome((string?)result.Attribute("testName") ?? "?", verdict, text.Length > 0 ? text : ((string?)output?.Element(Trx + "StdOut") ?? "").Trim());
    }
}
